/** Returns the name of a section in a URL: `c2s3`, or `c2t1` in the chapter's test. */
export const placeName = ({ chapterNum, sectionNum, test }: Place) =>
  `c${chapterNum}${test ? 't' : 's'}${sectionNum}`

/** Identifies a section within a level: a section of a chapter or of the chapter's test. */
export type Place = { chapterNum: number; sectionNum: number; test: boolean }
