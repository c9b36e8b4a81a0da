// Runs first and on any Node that knows modules, so it uses only features that a Node of ten years ago has.
var version = process.versions.node.split('.').map(Number);
var isNewEnough = version[0] > 22 || (version[0] === 22 && version[1] >= 18);

if (!isNewEnough) {
  console.error(
    'Sathi needs Node 22.18 or newer and this is ' +
      process.versions.node +
      ': run "npm ci" to get a fitting one with the packages (Linux, Windows), or install Node 24 from https://nodejs.org.',
  );
  process.exit(1);
}
