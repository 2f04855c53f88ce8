/** Returns the name of a section in a URL: `c2s3`, or `c2t1` in the chapter's test. */
export const placeName = ({ chapterNum, sectionNum, test }: Place) =>
  `c${chapterNum}${test ? 't' : 's'}${sectionNum}`

/** Place of a printable section in a chapter or its test. */
export type Place = { chapterNum: number; sectionNum: number; test: boolean }
