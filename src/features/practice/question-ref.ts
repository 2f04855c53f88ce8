import type { Work, WorkLine } from './api.ts'
import { isFree, type WorkKind, workPaths } from './rules.ts'

/** Viewer of a student's work. `root` is the URL prefix of this viewer's pages for the work (spec §2). */
export type WorkViewer = FamilyViewer | StaffViewer
export type FamilyViewer =
  | { role: 'student'; root: string }
  | { role: 'parent'; studentId: string; root: string }
export type StaffViewer = { role: 'staff'; studentId: string; root: string }

export const asStudent: FamilyViewer = { role: 'student', root: '/student' }
export const asParent = (studentId: string): FamilyViewer => ({
  role: 'parent',
  studentId,
  root: `/parent/students/${studentId}`,
})
export const asStaff = (studentId: string, root: string): StaffViewer => ({ role: 'staff', studentId, root })

/** Returns the id of the child whose work a parent is viewing; null for the student. */
export const childOf = (viewer: FamilyViewer) => (viewer.role === 'parent' ? viewer.studentId : null)

export type WorkRef<V = WorkViewer> = { viewer: V; kind: WorkKind; workId: string }

/**
 * Position of a question in its work: in homework, its section and its number within the section; in other
 * work, its sequence number.
 */
type Position = { section: number | null; num: number }

/** A question of a student's work, as seen by a viewer. */
export type QuestionRef<V = WorkViewer> = WorkRef<V> & Position

export const positionOf = (
  kind: WorkKind,
  at: { sectionNum: number; quesNum: number; num: number },
): Position => (isFree(kind) ? { section: null, num: at.num } : { section: at.sectionNum, num: at.quesNum })

/**
 * Returns the URL prefix of a student's work, given the URL of any page about the student. For the student's
 * record, returns the prefix of the attendance pages without a class.
 */
export const rootOf = (pathname: string) =>
  (/^.*\/students\/[^/]+/.exec(pathname)?.[0] ?? '').replace(
    /^(\/centers\/[^/]+)\/students\//,
    '$1/attendance/students/',
  )

/**
 * Returns the URL of the page from which the viewer opens the student's work. For staff who didn't come from
 * a class, that is the student's record.
 */
export const homeLink = ({ root }: WorkViewer) => root.replace('/attendance/students/', '/students/')

/**
 * Returns the URLs of the pages of work. `question` is the page of the given question, by default the first
 * one.
 */
export function links({ viewer, kind, workId, section = null, num = 1 }: WorkRef & Partial<Position>) {
  const work = `${viewer.root}/${workPaths[kind]}/${workId}`
  return {
    sections: `${work}/sections`,
    report: `${work}/report`,
    question: `${work}/${section === null ? '' : `sections/${section}/`}questions/${num}`,
  }
}

/**
 * Returns the URL that an item in a list of work links to: the sections of homework, the report of an
 * assessment once the viewer may see it, otherwise the first question.
 */
export function workLink(
  viewer: WorkViewer,
  { kind, _id: workId, correct }: Pick<WorkLine, 'kind' | '_id' | 'correct'>,
) {
  const { sections, report, question } = links({ viewer, kind, workId })
  if (kind === 'homework') return sections
  return kind === 'assessment' && correct !== null ? report : question
}

type Dot = Work['sections'][number]['questions'][number]

/** A question with its state and the name of its section. */
export type Stop<V = WorkViewer> = { ref: QuestionRef<V>; question: Dot; section: string }

/**
 * Returns the displayed number of a question: its turn in an adaptive assessment, otherwise its sequence
 * number.
 */
export const numberOf = ({ turn, sequenceQuesNum }: Pick<Dot, 'turn' | 'sequenceQuesNum'>) =>
  turn ?? sequenceQuesNum

type StartedWork = Pick<Work, 'kind' | '_id' | 'sections' | 'adaptive'>

/**
 * Returns every question of started work, in order. For an adaptive assessment, only those that were asked.
 */
export function stopsOf<V extends WorkViewer>(work: StartedWork, viewer: V): Stop<V>[] {
  const all = everyStopOf(work, viewer)
  if (!work.adaptive) return all
  return all
    .filter(({ question }) => question.turn !== null)
    .toSorted((one, other) => numberOf(one.question) - numberOf(other.question))
}

/** Returns every question, including those that an adaptive assessment hasn't asked. */
export const everyStopOf = <V extends WorkViewer>(
  work: Omit<StartedWork, 'adaptive'>,
  viewer: V,
): Stop<V>[] =>
  work.sections.flatMap(({ num: sectionNum, name, questions }) =>
    questions.map((question) => {
      const { quesNum, sequenceQuesNum: num } = question
      const ref = {
        viewer,
        kind: work.kind,
        workId: work._id,
        ...positionOf(work.kind, { sectionNum, quesNum, num }),
      }
      return { ref, question, section: name }
    }),
  )

export const isSameQuestion = (one: Position, other: Position) =>
  one.section === other.section && one.num === other.num

/** Returns the name under which this device stores answers to a question; `refOf` parses it. */
export function outboxSubject({ viewer, kind, workId, section, num }: QuestionRef<FamilyViewer>) {
  const child = childOf(viewer)
  return `${kind} ${workId} ${section === null ? num : `${section}.${num}`}${child ? ` ${child}` : ''}`
}

const kindOf: Record<string, WorkKind> = { assessment: 'assessment', homework: 'homework', test: 'test' }

export function refOf(name: string): QuestionRef<FamilyViewer> | null {
  const [, word = '', workId, section, num, child] =
    /^(\w+) (\S+) (?:(\d+)\.)?(\d+)(?: (\S+))?$/.exec(name) ?? []
  const kind = kindOf[word]
  if (!kind || !workId) return null
  return {
    viewer: child ? asParent(child) : asStudent,
    kind,
    workId,
    section: section === undefined ? null : Number(section),
    num: Number(num),
  }
}
