/** Where three networks take a link from, with everything in its place encoded. */
export function shareAddresses(url: string, sentence: string) {
  return {
    whatsApp: `https://wa.me/?${new URLSearchParams({ text: `${sentence} ${url}` })}`,
    // Shows title and picture of the page; it takes no words.
    facebook: `https://www.facebook.com/sharer/sharer.php?${new URLSearchParams({ u: url })}`,
    x: `https://x.com/intent/post?${new URLSearchParams({ text: sentence, url })}`,
  };
}
