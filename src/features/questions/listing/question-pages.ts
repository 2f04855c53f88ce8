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

/** Input of calls for a place. */
export const askedAt = ({ levelId, chapterNum, sectionNum, test }: SectionPlace) => ({
  level: levelId,
  section: sectionNum,
  ...(test ? { test: chapterNum } : { chapter: chapterNum }),
})

type Numbered = { _id: string; num: number }

/** Items of a list from one to another, in either order. Only the second if the first isn't in the list. */
export function between(ids: readonly string[], from: string | null, to: string) {
  const [one, other] = [from === null ? -1 : ids.indexOf(from), ids.indexOf(to)]
  return one < 0 || other < 0 ? [to] : ids.slice(Math.min(one, other), Math.max(one, other) + 1)
}

/** A list once some of it were put behind a number, in their order: the numbers stay, and each goes to whoever stands there now. */
export function rearranged<T extends Numbered>(lines: readonly T[], ids: readonly string[], behind: number): T[] {
  const moved = ids.flatMap((id) => lines.find(({ _id }) => _id === id) ?? [])
  const others = lines.filter(({ _id }) => !ids.includes(_id))
  const at = others.filter(({ num }) => num <= behind).length
  const nums = lines.map(({ num }) => num)
  return [...others.slice(0, at), ...moved, ...others.slice(at)].map((line, index) => {
    const num = nums[index] ?? line.num
    return num === line.num ? line : { ...line, num }
  })
}

/** Behind which number a line stands once it is one place further up or down; null when it can't go there. */
export function behindAfter(lines: readonly Numbered[], id: string, step: -1 | 1) {
  const beside = lines[lines.findIndex(({ _id }) => _id === id) + step]
  if (!beside || !lines.some(({ _id }) => _id === id)) return null
  return step === 1 ? beside.num : beside.num - 1
}

/** The page of a question, of a chapter or of its test; `new` in place of its id makes one. */
export const questionPages = {
  chapter: '/material-editor/$levelId/$chapterNum/chapter/$sectionNum/$quesId',
  test: '/material-editor/$levelId/$chapterNum/test/$sectionNum/$quesId',
} as const

/** A place as an address has it. */
export const paramsOf = ({ levelId, chapterNum, sectionNum }: SectionPlace) => ({
  levelId,
  chapterNum: String(chapterNum),
  sectionNum: String(sectionNum),
})
