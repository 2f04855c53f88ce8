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

/** Returns the sections of a chapter, followed by those of its test. */
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

/** Returns the sections listed in a URL parameter; `all` means every section of the level. */
export const chosenOf = (all: readonly PrintedSection[], of = '') => {
  const names = new Set(of.split(','))
  return all.filter((each) => of === 'all' || names.has(placeName(each)))
}

/** Formats a choice of sections as a URL parameter; undefined if none is chosen. */
export const namesOf = (all: readonly PrintedSection[], chosen: readonly PrintedSection[]) =>
  chosen.length === 0 ? undefined : chosen.length === all.length ? 'all' : chosen.map(placeName).join(',')
