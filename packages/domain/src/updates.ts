/** An entry of the update log, in code points. */
export const UPDATE_LENGTH_MAX = 1000;

/** Pictures in the photo album of one proposal, its main picture not counted. */
export const GALLERY_COUNT_MAX = 10;

/** The description of a picture, in code points (R14.5). */
export const ALT_LENGTH_MAX = 200;
