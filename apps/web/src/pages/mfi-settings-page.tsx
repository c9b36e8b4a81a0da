export default function MfiSettingsPage() {
  return null;
}
