import { baskets } from './baskets.ts';
import { bicycleCart } from './bicycle-cart.ts';
import { coffee } from './coffee.ts';
import { cowInField } from './cow.ts';
import { fishingBoat } from './fishing-boat.ts';
import { fishingNet } from './fishing-net.ts';
import { hens } from './hens.ts';
import { loom } from './loom.ts';
import { pottery } from './pottery.ts';
import { riceField } from './rice-field.ts';
import { schoolBooks } from './school-books.ts';
import { sewingMachine } from './sewing-machine.ts';
import { solarLamp } from './solar-lamp.ts';
import { teaStall } from './tea-stall.ts';
import { vegetableGarden } from './vegetable-garden.ts';

/** SVG by the name that becomes part of the file's key. */
export const PICTURES = {
  baskets,
  'bicycle-cart': bicycleCart,
  coffee,
  cow: cowInField,
  'fishing-boat': fishingBoat,
  'fishing-net': fishingNet,
  hens,
  loom,
  pottery,
  'rice-field': riceField,
  'school-books': schoolBooks,
  'sewing-machine': sewingMachine,
  'solar-lamp': solarLamp,
  'tea-stall': teaStall,
  'vegetable-garden': vegetableGarden,
} as const;
export type PictureName = keyof typeof PICTURES;
