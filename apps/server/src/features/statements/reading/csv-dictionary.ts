import type { CsvRole } from '@sathi/domain/statement-files.ts';

/**
 * Headers as banks and wallets write them, in English, Bengali, Arabic and Portuguese. They are compared without spaces
 * and signs, so `Trx. ID` is `trxid`.
 */
const HEADERS: Readonly<Record<CsvRole, readonly string[]>> = {
  bookedOn: words`
    date|booking date|booked on|book date|posting date|post date|posted date|posted on|transaction date|trans date|
    tran date|txn date|trx date|entry date|date time|date and time|transaction date time|transaction time|initiation time|
    completion time|
    তারিখ|লেনদেনের তারিখ|তারিখ ও সময়|লেনদেনের সময়|
    التاريخ|تاريخ|تاريخ العملية|تاريخ المعاملة|تاريخ القيد|تاريخ الحركة|التاريخ والوقت|
    data|data mov|data movimento|data do movimento|data operacao|data da operacao|data lancamento|data de lancamento|
    data contabilistica|data da transacao|data e hora|data hora`,
  valueOn: words`
    value date|value on|val date|valuta|value|কার্যকর তারিখ|মূল্য তারিখ|تاريخ الاستحقاق|تاريخ القيمة|تاريخ الحق|
    data valor|data de valor|data val`,
  amount: words`
    amount|transaction amount|txn amount|trx amount|sum|how much|value amount|net amount|
    পরিমাণ|টাকার পরিমাণ|টাকা|লেনদেনের পরিমাণ|المبلغ|مبلغ|قيمة العملية|مبلغ العملية|المبلغ الصافي|
    montante|valor|importancia|quantia|montante da operacao`,
  sign: words`
    dr cr|cr dr|debit credit|debit credit indicator|credit debit|credit debit indicator|sign|type dr cr|d c|c d|
    ডেবিট ক্রেডিট|مدين دائن|دائن مدين|debito credito|natureza|sinal`,
  debit: words`
    debit|debits|debit amount|dr|dr amount|withdrawal|withdrawals|withdrawal amount|withdrawal dr|paid out|money out|out|
    outgoing|payments out|debit dr|withdrawn|outflow|ডেবিট|উত্তোলন|খরচ|প্রদান|জমা খরচ|مدين|سحب|السحب|المسحوبات|خصم|صادر|
    debito|debitos|saida|saidas|levantamento|levantamentos|pagamentos|valor debito`,
  credit: words`
    credit|credits|credit amount|cr|cr amount|deposit|deposits|deposit amount|deposit cr|paid in|money in|in|incoming|
    receipts|credit cr|deposited|inflow|ক্রেডিট|জমা|প্রাপ্তি|دائن|إيداع|ايداع|الإيداع|الإيداعات|وارد|
    credito|creditos|entrada|entradas|deposito|depositos|valor credito`,
  fee: words`
    fee|fees|charge|charges|commission|service charge|transaction fee|transaction charge|total fees|vat and charge|
    ফি|চার্জ|কমিশন|মাশুল|الرسوم|رسوم|عمولة|العمولة|taxa|taxas|comissao|comissoes|encargos`,
  balance: words`
    balance|running balance|closing balance|balance after|available balance|account balance|ledger balance|new balance|running bal|bal|
    ব্যালেন্স|স্থিতি|জের|الرصيد|رصيد|الرصيد بعد|saldo|saldo contabilistico|saldo disponivel|saldo apos`,
  bankRef: words`
    trx id|trxid|txn id|transaction id|transaction no|transaction number|transaction reference|bank reference|bank ref|
    tran id|tran ref|receipt no|receipt number|voucher no|journal no|utr|utr number|instrument id|
    লেনদেন আইডি|ট্রানজেকশন আইডি|ট্রানজ্যাকশন আইডি|লেনদেন নম্বর|رقم العملية|رقم المعاملة|رقم الحركة|معرف العملية|
    id transacao|id da transacao|numero da operacao|numero operacao|no operacao|n operacao|num doc|numero documento`,
  reference: words`
    reference|ref|ref no|reference no|reference number|customer reference|payment reference|your reference|bill reference|cheque no|chq ref no|chq ref number|ref no cheque no|
    চ্যালান নম্বর|রেফারেন্স|সূত্র|সূত্র নম্বর|المرجع|مرجع|رقم المرجع|الرقم المرجعي|
    referencia|ref cliente|referencia do cliente|referencia cliente|referencia pagamento`,
  text: words`
    description|details|detail|narration|narrative|particulars|particular|remarks|remark|note|notes|memo|text|message|what|
    purpose|transaction details|transaction description|payment details|
    বিবরণ|বর্ণনা|মন্তব্য|বিস্তারিত|নোট|الوصف|البيان|بيان|التفاصيل|تفاصيل|ملاحظات|ملاحظة|شرح|
    descricao|descritivo|detalhe|detalhes|historico|observacoes|nota|mensagem|descricao do movimento`,
  type: words`
    type|transaction type|txn type|trx type|tran type|kind|reason type|ধরন|লেনদেনের ধরন|ধরণ|النوع|نوع|نوع العملية|نوع المعاملة|
    tipo|tipo de movimento|tipo de operacao|tipo operacao|tipo movimento`,
  payer: words`
    payer|payer name|from name|sender|sender name|name|counterparty|counterparty name|customer name|remitter|remitter name|
    other party|paid by|প্রেরক|প্রেরকের নাম|নাম|দাতা|المرسل|اسم المرسل|الاسم|اسم الدافع|الدافع|
    ordenante|nome|nome do ordenante|remetente|pagador|contraparte`,
  payerAccount: words`
    from wallet|from account|payer account|sender account|sender number|sender wallet|from number|from|account number|
    counterparty account|counterparty iban|iban|msisdn|sender msisdn|mobile number|wallet number|
    প্রেরকের নম্বর|মোবাইল নম্বর|হিসাব নম্বর|প্রেরকের হিসাব|رقم المرسل|حساب المرسل|رقم الحساب|رقم المحفظة|رقم الهاتف|
    conta|conta ordenante|conta do ordenante|conta de origem|numero da conta|iban ordenante`,
};

/** Types of wallets whose amounts leave, though they have no sign. */
export const OUT_TYPES =
  /disburs|cash ?-?out|withdraw|send money|sent|debit|pay ?-?out|b2c|b2b|transfer out|fund ?out|উত্তোলন|প্রেরণ|খরচ|ডেবিট|سحب|إرسال|ارسال|صادر|مدين|levant|saida|saída|enviad|debito|débito|pagamento efe/i;

function words(text: TemplateStringsArray): readonly string[] {
  return text.join('').split('|').map(headerKey);
}

/** A header without its spaces, signs, capitals and accents, and without a currency in brackets: `Amount (BDT)` is `amount`. */
export function headerKey(header: string): string {
  return header
    .normalize('NFKD')
    .replaceAll(/\p{Mn}(?<=\p{Script=Latin}\p{Mn}+)/gu, '')
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\p{M}]/gu, '');
}

/** The role of a header that no mapping names. */
export function roleOf(header: string): CsvRole | null {
  const key = headerKey(header.replaceAll(/[([][^)\]]*[)\]]/g, ''));
  const whole = headerKey(header);
  const roles = Object.keys(HEADERS) as CsvRole[];
  return roles.find((role) => HEADERS[role].includes(key) || HEADERS[role].includes(whole)) ?? null;
}
