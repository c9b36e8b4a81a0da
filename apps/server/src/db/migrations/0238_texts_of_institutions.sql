-- Slogan and welcome message of an institution in the two other languages. The first text stands for who reads another, and where
-- one of these is empty.
alter table mfis add column texts jsonb not null
  default '{"be": {"slogan": "", "welcomeMessage": ""}, "ar": {"slogan": "", "welcomeMessage": ""}}';

-- Those of the first institutions (0002), where they are still in force.
update mfis set texts = '{
  "be": {
    "slogan": "প্রতিবেশী ধার দেয়, সংসার এগিয়ে যায়",
    "welcomeMessage": "DCBS-এ স্বাগতম। সিলেট থেকে মৌলভীবাজার, প্রত্যেক ঋণগ্রহীতাকে আমরা নামে চিনি।"
  },
  "ar": {
    "slogan": "الجيران يُقرضون والأسر تنمو",
    "welcomeMessage": "مرحبًا بك في DCBS. نعرف كل مقترض باسمه، من سيلهيت إلى مولوي بازار."
  }
}'
where slogan = 'Neighbours lend, families grow'
  and welcome_message = 'Welcome to DCBS. We know every borrower from Sylhet to Moulvibazar by name.';
update mfis set texts = '{
  "be": {
    "slogan": "পাহাড় থেকে সমুদ্র পর্যন্ত ছোট ছোট ঋণ",
    "welcomeMessage": "বোনদিয়া! পূর্ব তিমুরে FATEN পরিবারগুলোর সঙ্গে চলে, প্রথম বীজ থেকে শেষ কিস্তি পর্যন্ত।"
  },
  "ar": {
    "slogan": "قروض صغيرة من التلال إلى البحر",
    "welcomeMessage": "بونديا! ترافق FATEN الأسر في تيمور الشرقية، من أول بذرة إلى آخر قسط."
  }
}'
where slogan = 'Small loans from the hills to the sea'
  and welcome_message = 'Bondia! FATEN walks with families in Timor-Leste, from the first seed to the last instalment.';
