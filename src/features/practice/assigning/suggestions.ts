import type { Chapter, Level } from '#features/material/api.ts'
import type { WorkLine } from '../api.ts'
import { isOpen, type WorkKind } from '../rules.ts'

/**
 * Contents of the work to assign: sections for homework, a chapter for a test, or a level for an assessment.
 */
export type Item = {
  kind: WorkKind
  levelId: string | null
  chapterNum: number | null
  sections: readonly string[]
  /** Sections of which only half of the questions are assigned. */
  halfSections?: readonly string[]
  /** Ids of the questions of a warm-up, which is assigned by questions instead of sections. */
  questions?: readonly string[]
}

/** A student's levels and past work, on which the suggestions are based. */
export type StudentProgress = {
  programs: readonly { level: string; chapter: number | null }[]
  work: readonly Pick<WorkLine, 'kind' | 'levelId' | 'chapter' | 'state' | 'assignedAt' | 'submittedAt'>[]
  /** Sections of the student's homework, latest first; `at` is an instant. */
  practiced: readonly { sectionId: string; at: string; open: boolean }[]
}

type Tree = readonly Pick<Chapter, 'num' | 'name' | 'sections' | 'test'>[]

export type Suggestion = {
  item: Item
  words: string
  /** Number of students for whom this is the next work. */
  students: number
}

const levelNamed = (levels: readonly Level[], name: string) => levels.find((level) => level.name === name)

/** Returns the ids of the students' levels, without duplicates. */
export const levelsOf = (progress: readonly StudentProgress[], levels: readonly Level[]) => [
  ...new Set(
    progress.flatMap(({ programs }) => programs.flatMap(({ level }) => levelNamed(levels, level)?._id ?? [])),
  ),
]

type SuggestionScope = { level: Level; chapter: number | null; tree: Tree }

/**
 * Returns homework with the next section that the student hasn't had, starting after the section finished
 * last. Skips sections without ready questions and sections before the student's chapter. Returns null if
 * there is none.
 */
function nextSection({ practiced }: StudentProgress, { level, chapter, tree }: SuggestionScope) {
  const all = tree.flatMap(({ num, sections }) => sections.map((section) => ({ chapter: num, section })))
  const done = practiced.filter(({ open }) => !open).map(({ sectionId }) => sectionId)
  const last =
    done.map((id) => all.findIndex(({ section }) => section._id === id)).find((at) => at >= 0) ?? -1
  const begin = all.findIndex((each) => each.chapter >= (chapter ?? 1))
  const had = new Set(practiced.map(({ sectionId }) => sectionId))
  const next = all
    .slice(Math.max(last + 1, begin))
    .find(({ section }) => section.ready > 0 && !had.has(section._id))
  if (!next) return null
  const item: Item = {
    kind: 'homework',
    levelId: level._id,
    chapterNum: next.chapter,
    sections: [next.section._id],
  }
  return { item, words: `${level.name} · ${next.chapter}.${next.section.num} ${next.section.name}` }
}

/**
 * Returns the first test, from the student's chapter on, that has ready questions and that the student hasn't
 * been assigned. Returns null if there is none.
 */
function nextTest({ work }: StudentProgress, { level, chapter, tree }: SuggestionScope) {
  const had = new Set(
    work.filter(({ kind, levelId }) => kind === 'test' && levelId === level._id).map((each) => each.chapter),
  )
  const next = tree.find(
    ({ num, test }) =>
      num >= (chapter ?? 1) && !had.has(num) && test?.sections.some(({ ready }) => ready > 0),
  )
  if (!next?.test) return null
  const item: Item = { kind: 'test', levelId: level._id, chapterNum: next.num, sections: [] }
  return { item, words: `${level.name} · chapter ${next.num}: ${next.test.name}` }
}

const levelAssessment = ({ level }: SuggestionScope) => ({
  item: { kind: 'assessment' as const, levelId: level._id, chapterNum: null, sections: [] },
  words: level.name,
})

type SuggestionQuery = {
  kind: WorkKind
  progress: readonly StudentProgress[]
  levels: readonly Level[]
  trees: ReadonlyMap<string, Tree>
}

/**
 * Returns up to four suggestions for the students' next work. Those that suit the most students come first.
 */
export function suggestions({ kind, progress, levels, trees }: SuggestionQuery): Suggestion[] {
  const found = new Map<string, Suggestion>()
  for (const studentProgress of progress) {
    for (const program of studentProgress.programs) {
      const level = levelNamed(levels, program.level)
      if (!level) continue
      const within = { level, chapter: program.chapter, tree: trees.get(level._id) ?? [] }
      const next =
        kind === 'assessment'
          ? levelAssessment(within)
          : kind === 'test'
            ? nextTest(studentProgress, within)
            : nextSection(studentProgress, within)
      if (next) found.set(next.words, { ...next, students: (found.get(next.words)?.students ?? 0) + 1 })
    }
  }
  return [...found.values()].toSorted((one, other) => other.students - one.students).slice(0, 4)
}

/**
 * Returns when a student last had the same test or assessment, or any of the same homework sections; null if
 * never. Open work takes precedence over complete work. `open` is true while the work isn't complete. `at` is
 * the instant at which it was submitted or, while it is open, assigned.
 */
export function lastAssigned(
  { work, practiced }: StudentProgress,
  { kind, levelId, chapterNum, sections }: Item,
) {
  const times =
    kind === 'homework'
      ? practiced.filter(({ sectionId }) => sections.includes(sectionId))
      : work
          .filter(
            (each) =>
              each.kind === kind &&
              each.levelId === levelId &&
              (kind === 'assessment' || each.chapter === chapterNum),
          )
          .map((each) => ({ at: each.submittedAt ?? each.assignedAt, open: isOpen(each) }))
  return (
    times.toSorted(
      (one, other) => Number(other.open) - Number(one.open) || other.at.localeCompare(one.at),
    )[0] ?? null
  )
}

/** Returns the number of questions that the work will have; null until its contents are chosen. */
export function questionsOf(
  { kind, chapterNum, sections }: Item,
  { level, tree }: { level: Level; tree: Tree },
) {
  const chapter = tree.find(({ num }) => num === chapterNum)
  const sum = (readies: readonly number[]) => readies.reduce((all, ready) => all + ready, 0)
  if (kind === 'assessment')
    return sum(
      tree.flatMap(
        ({ test }) => test?.sections.map(({ ready }) => Math.min(ready, level.assessmentQuestions)) ?? [],
      ),
    )
  if (!chapter) return null
  if (kind === 'test') return sum(chapter.test?.sections.map(({ ready }) => ready) ?? [])
  return sections.length === 0
    ? null
    : sum(chapter.sections.filter(({ _id }) => sections.includes(_id)).map(({ ready }) => ready))
}
