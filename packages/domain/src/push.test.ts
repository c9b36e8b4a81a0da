import { expect, test } from 'vitest';
import { PUSH_ADDRESS } from './push.ts';

test.each([
  'https://fcm.googleapis.com/fcm/send/fQ1:APA91b-x_Y',
  'https://updates.push.services.mozilla.com/wpush/v2/gAAAAABl==',
  'https://web.push.apple.com/QGuQyavXutnMH',
  'https://wns2-by3p.notify.windows.com/w/?token=BQYAAAD%2b',
])('the service of a browser may be called: %s', (address) => {
  expect(address).toMatch(PUSH_ADDRESS);
});

test.each([
  'http://fcm.googleapis.com/fcm/send/a',
  'https://fcm.googleapis.com',
  'https://fcm.googleapis.com:8443/fcm/send/a',
  'https://fcm.googleapis.com@10.0.0.1/a',
  'https://user:word@fcm.googleapis.com/a',
  'https://fcm.googleapis.com./a',
  'https://fcm.googleapis.com.example.org/a',
  'https://example.org/fcm.googleapis.com/a',
  'https://example.org/#.push.apple.com/a',
  'https://push.apple.com/a',
  'https://a.b.push.apple.com/a',
  'https://notify.windows.com/a',
  'https://169.254.169.254/latest/meta-data',
  'https://127.0.0.1/a',
  'https://[::1]/a',
  'https://2130706433/a',
  'https://localhost/a',
  'https://db.internal/a',
  'https:\\\\fcm.googleapis.com\\a',
  'https://FCM.googleapis.com/a\n',
  ' https://fcm.googleapis.com/a',
  'https://fcm.googleapis.com/a b',
  'https://fcm.googleapis.com/a#b',
  'file:///etc/passwd',
  '',
])('no other host is called, and none inside: %s', (address) => {
  expect(address).not.toMatch(PUSH_ADDRESS);
});
