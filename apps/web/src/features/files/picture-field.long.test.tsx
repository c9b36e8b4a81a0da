import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { BROKEN } from '../../test/fake-endpoint.ts';
import { fakeUpload, photo } from '../../test/fake-upload.ts';
import { renderPage } from '../../test/render-page.tsx';
import { PictureField } from './picture-field.tsx';

type Props = { error?: string; onBusyChange?: (isBusy: boolean) => void; initial?: string | null };

function Field({ error, onBusyChange, initial = null }: Props) {
  const [value, setValue] = useState<string | null>(initial);
  return (
    <>
      <PictureField
        label="Photo"
        folder="proposalImages"
        name="12"
        value={value}
        onValueChange={setValue}
        {...(error !== undefined && { error })}
        {...(onBusyChange && { onBusyChange })}
      />
      <p>{value ?? 'none'}</p>
    </>
  );
}

const show = (props: Props = {}) => renderPage(<Field {...props} />, { path: '/App/Home' });
type Screen = Awaited<ReturnType<typeof show>>;
const input = (screen: Screen) => screen.getByLabelText(/^Choose/);
const choose = async (screen: Screen, file: File) => userEvent.upload(input(screen), file);

test('R14.2: a photo is made smaller before it is sent, and the key comes back', async () => {
  let sent: Blob | undefined;
  const asked: string[] = [];
  fakeUpload(({ picture, folder, name, type, key }) => {
    sent = picture;
    asked.push(folder, name, type, key.length > 10 ? 'key' : 'none');
    return { key: 'proposalImages/12-abc.webp' };
  });
  const screen = await show();
  await choose(screen, await photo(3200, 1000));
  await expect.element(screen.getByText('proposalImages/12-abc.webp')).toBeVisible();
  const bitmap = await createImageBitmap(sent!);
  expect([bitmap.width, bitmap.height]).toEqual([1600, 500]);
  expect(asked).toEqual(['proposalImages', '12', 'image/webp', 'key']);
  await expect.element(screen.getByRole('img', { name: 'The picture you chose' })).toBeVisible();
  await expect.element(screen.getByText('The picture is there.')).toBeInTheDocument();
});

test('a file that is no picture to the browser goes out as it is, for the server to refuse', async () => {
  const screen = await show();
  fakeUpload(({ picture, type }) => {
    expect([picture.size, type]).toEqual([5, 'image/png']);
    return { refusal: 'image_unreadable' };
  });
  await choose(screen, new File(['hello'], 'x.png', { type: 'image/png' }));
  await expect.element(screen.getByText(/This picture cannot be read/)).toBeVisible();
  await expect.element(input(screen)).toHaveAccessibleDescription(/This picture cannot be read/);
  await expect.element(input(screen)).toHaveAttribute('aria-invalid', 'true');
});

test('it shows its progress, and cancelling leads back to the state before', async () => {
  const busy = vi.fn();
  fakeUpload(({ progress }) => {
    progress(0.4);
    return new Promise(() => {});
  });
  const screen = await show({ onBusyChange: busy, initial: 'proposalImages/old.webp' });
  await choose(screen, await photo());
  const bar = screen.getByRole('progressbar');
  await expect.element(bar).toHaveAttribute('value', '0.4');
  await expect.element(screen.getByText('Sending the picture…')).toBeVisible();
  expect(busy).toHaveBeenLastCalledWith(true);
  await screen.getByRole('button', { name: 'Cancel' }).click();
  await expect.element(screen.getByText('proposalImages/old.webp')).toBeVisible();
  expect(bar.elements()).toHaveLength(0);
  expect(busy).toHaveBeenLastCalledWith(false);
});

test('after a broken connection the same picture is sent under the same key of a request', async () => {
  const keys: string[] = [];
  fakeUpload(({ key }) => {
    keys.push(key);
    return keys.length === 1 ? BROKEN : { key: 'proposalImages/12-abc.webp' };
  });
  const screen = await show();
  await choose(screen, await photo());
  await expect.element(screen.getByText(/check your network/)).toBeVisible();
  await screen.getByRole('button', { name: 'Try again' }).click();
  await expect.element(screen.getByText('proposalImages/12-abc.webp')).toBeVisible();
  expect(new Set(keys).size).toBe(1);
  expect(keys).toHaveLength(2);
});

test('a picture can be taken away, and the same one chosen again', async () => {
  fakeUpload(() => ({ key: 'proposalImages/12-abc.webp' }));
  const screen = await show();
  const file = await photo();
  await choose(screen, file);
  await screen.getByRole('button', { name: 'Remove the picture' }).click();
  await expect.element(screen.getByText('none')).toBeVisible();
  expect(screen.getByRole('img').elements()).toHaveLength(0);
  await choose(screen, file);
  await expect.element(screen.getByText('proposalImages/12-abc.webp')).toBeVisible();
});

test('the second of two choices counts, in either order of arrival', async () => {
  let finishFirst: (answer: { key: string }) => void = () => {};
  let count = 0;
  fakeUpload(() => {
    count += 1;
    return count === 1 ? new Promise((resolve) => (finishFirst = resolve)) : { key: 'proposalImages/second.webp' };
  });
  const screen = await show();
  await choose(screen, await photo());
  await expect.element(screen.getByRole('progressbar')).toBeVisible();
  await screen.getByRole('button', { name: 'Cancel' }).click();
  await choose(screen, await photo(100, 100));
  await expect.element(screen.getByText('proposalImages/second.webp')).toBeVisible();
  finishFirst({ key: 'proposalImages/first.webp' });
  await expect.element(screen.getByText('proposalImages/second.webp')).toBeVisible();
});

test('dropping does the same as choosing', async () => {
  fakeUpload(() => ({ key: 'proposalImages/dropped.webp' }));
  const screen = await show();
  const dataTransfer = new DataTransfer();
  dataTransfer.items.add(await photo());
  const area = screen.getByText('Or drop it here.').element();
  area.dispatchEvent(new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer }));
  await expect.element(screen.getByText('proposalImages/dropped.webp')).toBeVisible();
});

test('an error of the form stands at the field', async () => {
  const screen = await show({ error: 'Please choose the picture again.' });
  await expect.element(input(screen)).toHaveAccessibleDescription('Please choose the picture again.');
});
