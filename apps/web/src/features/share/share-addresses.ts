/** The addresses that take a link in an SMS and three networks, with each part encoded in its place. */
export function shareAddresses(url: string, sentence: string) {
  return {
    whatsApp: `https://wa.me/?${new URLSearchParams({ text: `${sentence} ${url}` })}`,
    // The address has no number, so that the person chooses one. A space is `%20`: phones write a plus sign as it is.
    sms: `sms:?&body=${encodeURIComponent(`${sentence} ${url}`)}`,
    // Shows title and picture of the page; it takes no words.
    facebook: `https://www.facebook.com/sharer/sharer.php?${new URLSearchParams({ u: url })}`,
    x: `https://x.com/intent/post?${new URLSearchParams({ text: sentence, url })}`,
  };
}
