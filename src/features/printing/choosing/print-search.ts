import { placeName, type Place } from '#features/questions/place-name.ts'

/** A section with the names shown at the top of its pages. */
export type PrintedSection = Place & { id: string; names: string[]; questions: number }

type Section = { _id: string; num: number; name: string; questions: number }

type Chapter = {
  num: number
  name: string
  sections: readonly Section[]
  test: { name: string; sections: readonly Section[] } | null
}

/** Sections of a chapter, followed by those of its test. */
export function sectionsOf(
  level: string,
  { num: chapterNum, name, sections, test }: Chapter,
): PrintedSection[] {
  const printed = (section: Section, between: string[], isTest: boolean) => ({
    id: section._id,
    chapterNum,
    sectionNum: section.num,
    test: isTest,
    names: [level, name, ...between, section.name],
    questions: section.questions,
  })
  return [
    ...sections.map((section) => printed(section, [], false)),
    ...(test?.sections.map((section) => printed(section, [test.name], true)) ?? []),
  ]
}

/** Sections of a level that an address names; `all` means every one. */
export const chosenOf = (all: readonly PrintedSection[], of = '') => {
  const names = new Set(of.split(','))
  return all.filter((each) => of === 'all' || names.has(placeName(each)))
}

/** Writes a choice of sections for the address. */
export const namesOf = (all: readonly PrintedSection[], chosen: readonly PrintedSection[]) =>
  chosen.length === 0 ? undefined : chosen.length === all.length ? 'all' : chosen.map(placeName).join(',')

/**
 * Search parameters of the page: the choice and the options. Defaults are A4, normal writing space, and an
 * answer key.
 */
export type PrintSearch = {
  level?: string
  of?: string
  paper?: 'letter'
  space?: 'none' | 'roomy'
  key?: false
}

/** Reads search parameters and ignores invalid values. */
export const printSearch = ({ level, of, paper, space, key }: Record<string, unknown>): PrintSearch => ({
  level: typeof level === 'string' ? level : undefined,
  of: typeof of === 'string' ? of : undefined,
  paper: paper === 'letter' ? paper : undefined,
  space: space === 'none' || space === 'roomy' ? space : undefined,
  key: key === false ? key : undefined,
})
