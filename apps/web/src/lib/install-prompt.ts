/** The browser's own question whether to put the app on the home screen; Chrome and those made of it have it. */
export type InstallPrompt = Event & { prompt: () => Promise<{ outcome: 'accepted' | 'dismissed' }> };

let kept: InstallPrompt | null = null;

/** Keeps the question for a better moment. It comes once for each loaded page, early, and may be asked once. */
export function keepInstallPrompt(): void {
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    kept = event as InstallPrompt;
  });
}

export function takeInstallPrompt(): InstallPrompt | null {
  const prompt = kept;
  kept = null;
  return prompt;
}

export function hasInstallPrompt(): boolean {
  return kept !== null;
}
