/** Identifies a section of a chapter or of the chapter's test. */
export type SectionPlace = { levelId: string; chapterNum: number; sectionNum: number; test: boolean }

/** Returns the section that the route parameters identify. */
export const placeOf = (
  params: { levelId: string; chapterNum: string; sectionNum: string },
  { test }: { test: boolean },
): SectionPlace => ({
  levelId: params.levelId,
  chapterNum: Number(params.chapterNum),
  sectionNum: Number(params.sectionNum),
  test,
})

/** Returns the input that identifies a section in API calls. */
export const placeQuery = ({ levelId, chapterNum, sectionNum, test }: SectionPlace) => ({
  level: levelId,
  section: sectionNum,
  ...(test ? { test: chapterNum } : { chapter: chapterNum }),
})

type Numbered = { _id: string; num: number }

/**
 * Returns the ids from `from` to `to`, including both, no matter which of them comes first. If either isn't
 * listed, returns only `to`.
 */
export function between(ids: readonly string[], from: string | null, to: string) {
  const [one, other] = [from === null ? -1 : ids.indexOf(from), ids.indexOf(to)]
  return one < 0 || other < 0 ? [to] : ids.slice(Math.min(one, other), Math.max(one, other) + 1)
}

/**
 * Moves the questions in `ids`, in that order, to right after the one numbered `behind`, or to the start if
 * `behind` is 0. Returns all questions with the existing numbers reassigned in the new order.
 */
export function rearranged<T extends Numbered>(
  lines: readonly T[],
  ids: readonly string[],
  behind: number,
): T[] {
  const moved = ids.flatMap((id) => lines.find(({ _id }) => _id === id) ?? [])
  const others = lines.filter(({ _id }) => !ids.includes(_id))
  const at = others.filter(({ num }) => num <= behind).length
  const nums = lines.map(({ num }) => num)
  return [...others.slice(0, at), ...moved, ...others.slice(at)].map((line, index) => {
    const num = nums[index] ?? line.num
    return num === line.num ? line : { ...line, num }
  })
}

/**
 * Returns the number after which a question has to be placed to move up or down by one; null if it can't
 * move.
 */
export function behindAfter(lines: readonly Numbered[], id: string, step: -1 | 1) {
  const beside = lines[lines.findIndex(({ _id }) => _id === id) + step]
  if (!beside || !lines.some(({ _id }) => _id === id)) return null
  return step === 1 ? beside.num : beside.num - 1
}

/** Routes of a question in a chapter or in its test. The id `new` adds a question. */
export const questionPages = {
  chapter: '/material-editor/$levelId/$chapterNum/chapter/$sectionNum/$quesId',
  test: '/material-editor/$levelId/$chapterNum/test/$sectionNum/$quesId',
} as const

export const paramsOf = ({ levelId, chapterNum, sectionNum }: SectionPlace) => ({
  levelId,
  chapterNum: String(chapterNum),
  sectionNum: String(sectionNum),
})
