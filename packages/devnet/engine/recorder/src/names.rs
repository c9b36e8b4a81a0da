use std::collections::BTreeMap;

use casper_types::contracts::NamedKeys;
use casper_types::Key;

/// Addresses by the name under which an account had them. Elsewhere they are others, so that steps speak of them as
/// `{name}`.
#[derive(Default)]
pub struct Names(BTreeMap<String, String>);

impl Names {
    pub fn remember(&mut self, keys: NamedKeys) {
        for (name, key) in keys.iter() {
            let digits = match key {
                Key::Hash(hash) => hex::encode(hash),
                Key::URef(uref) => hex::encode(uref.addr()),
                _ => continue,
            };
            match self.0.insert(name.clone(), digits.clone()) {
                Some(before) if before != digits => self.0.insert(format!("{name} (before)"), before),
                _ => None,
            };
        }
    }

    /// Puts addresses where a step has names.
    pub fn filled(&self, text: &str) -> String {
        self.pairs().fold(text.to_owned(), |filled, (name, digits)| filled.replace(&name, &digits))
    }

    /// Puts names where an answer has addresses.
    pub fn said(&self, text: &str) -> String {
        self.pairs().fold(text.to_owned(), |said, (name, digits)| said.replace(&digits, &name))
    }

    fn pairs(&self) -> impl Iterator<Item = (String, String)> + '_ {
        let forms = |(name, digits): (&String, &String)| {
            let as_text = (format!("{{{name} as text}}"), hex::encode(digits));
            [as_text, (format!("{{{name}}}"), digits.clone())]
        };
        self.0.iter().flat_map(forms)
    }
}
