/** A section of a chapter, or of its test. */
export type SectionPlace = { levelId: string; chapterNum: number; sectionNum: number; test: boolean }

/** The place that an address names. */
export const placeOf = (
  params: { levelId: string; chapterNum: string; sectionNum: string },
  { test }: { test: boolean },
): SectionPlace => ({
  levelId: params.levelId,
  chapterNum: Number(params.chapterNum),
  sectionNum: Number(params.sectionNum),
  test,
})

/** How the calls name a place. */
export const askedAt = ({ levelId, chapterNum, sectionNum, test }: SectionPlace) => ({
  level: levelId,
  section: sectionNum,
  ...(test ? { test: chapterNum } : { chapter: chapterNum }),
})
