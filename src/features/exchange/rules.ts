import { z } from 'zod'
import { AssessmentQuestions, ChapterCount } from '#features/material/rules.ts'
import { maxSteps } from '#features/material/hints/hint-steps.ts'
import { VisualName } from '#features/material/visuals/picture-limits.ts'
import { Draft } from '#features/questions/api.ts'
import { QuestionStatus } from '#features/material/rules.ts'
import { Subject } from '#features/centers/rules.ts'
import { RawText, RequiredText, Text } from '#shared/fields.ts'
import { Num } from '#shared/ids.ts'
import { longest } from '#shared/text.ts'

/**
 * Format of exported material: one zip file (product §6). `manifest.json` lists every file with its hash,
 * `material.json` is the tree down to the sections, each section is a file under `sections/`, and pictures
 * are under `visuals/`. No file contains a database id, so the same material gives the same files on any
 * server.
 */
export const format = { name: 'blended-learning-material', version: 1 } as const

const Name = RequiredText(longest.name)

/** Numbers of courses, levels, chapters and so on. */
export const Counts = z.strictObject({
  courses: z.int(),
  levels: z.int(),
  chapters: z.int(),
  sections: z.int(),
  questions: z.int(),
  hints: z.int(),
  visuals: z.int(),
})
export type Counts = z.infer<typeof Counts>
export const nothing: Counts = {
  courses: 0,
  levels: 0,
  chapters: 0,
  sections: 0,
  questions: 0,
  hints: 0,
  visuals: 0,
}

/** Scope of an export: all material, one course, or one level. */
export const Scope = z.enum(['all', 'course', 'level'])
export type Scope = z.infer<typeof Scope>

export const Manifest = z.strictObject({
  format: z.literal(format.name),
  schemaVersion: z.literal(format.version),
  of: Scope,
  counts: Counts,
  /** SHA-256 of every other file, by name. */
  files: z.record(z.string().max(200), z.string().regex(/^[0-9a-f]{64}$/)),
})
export type Manifest = z.infer<typeof Manifest>

const SectionEntry = z.strictObject({
  num: Num,
  name: Name,
  file: z.string().regex(/^sections\/\d{4}\.json$/),
})
export type SectionEntry = z.infer<typeof SectionEntry>

const ChapterEntry = z.strictObject({
  num: Num,
  name: Name,
  sections: z.array(SectionEntry).max(999),
  test: z.strictObject({ name: Name, sections: z.array(SectionEntry).max(999) }).nullable(),
})
export type ChapterEntry = z.infer<typeof ChapterEntry>

const LevelEntry = z.strictObject({
  name: Name,
  order: z.int().min(0).max(100_000),
  chapterCount: ChapterCount,
  assessmentQuestions: AssessmentQuestions,
  chapters: z.array(ChapterEntry).max(99),
})
export type LevelEntry = z.infer<typeof LevelEntry>

const CourseEntry = z.strictObject({ name: Name, subject: Subject, levels: z.array(LevelEntry).max(999) })
export type CourseEntry = z.infer<typeof CourseEntry>

export const Material = z.strictObject({ courses: z.array(CourseEntry).max(999) })
export type Material = z.infer<typeof Material>

/** A hint with its steps. Without a name it belongs to a single question. */
const HintEntry = z.strictObject({
  name: Text(longest.name),
  steps: z.array(RawText(longest.instructions)).min(1).max(maxSteps),
})
export type HintEntry = z.infer<typeof HintEntry>
export const Hints = z.array(HintEntry)

const QuestionEntry = z.strictObject({
  ...Draft.shape,
  num: z.int().min(1).max(9999),
  hint: z.int().min(1).nullable(),
  status: QuestionStatus,
})
export type QuestionEntry = z.infer<typeof QuestionEntry>

/** A section's questions and their hints, except hints that an earlier section already contains. */
export const SectionFile = z.strictObject({
  hints: z.array(HintEntry.extend({ num: z.int().min(1) })).max(9999),
  questions: z.array(QuestionEntry).max(9999),
})
export type SectionFile = z.infer<typeof SectionFile>

/** Names of the pictures. Their files in the zip are under `visuals/`, named by the hash of their content. */
export const Visuals = z.array(z.strictObject({ image: VisualName, name: z.string().max(200) }))
export type Visuals = z.infer<typeof Visuals>

export const visualFile = (image: string) => `visuals/${image}.webp`
export const sectionFile = (index: number) => `sections/${String(index + 1).padStart(4, '0')}.json`

/** Names of the zip's files, other than sections and pictures. */
export const files = {
  manifest: 'manifest.json',
  material: 'material.json',
  hints: 'hints.json',
  visuals: 'visuals.json',
} as const

/** Returns the name if it is free, else the first free one of `Fractions (2)`, `Fractions (3)` and so on. */
export function freeName(name: string, taken: ReadonlySet<string>) {
  for (let count = 1; ; count += 1) {
    const end = count === 1 ? '' : ` (${count})`
    const free = `${name.slice(0, longest.name - end.length)}${end}`
    if (!taken.has(free)) return free
  }
}

/** Returns every section of a tree, in the order of the file numbers. */
export const sectionsOf = ({ courses }: Material) =>
  courses.flatMap(({ levels }) =>
    levels.flatMap(({ chapters }) =>
      chapters.flatMap(({ sections, test }) => [...sections, ...(test?.sections ?? [])]),
    ),
  )

/** Formats a number of bytes: '3.2 MB'. */
export const inMegabytes = (bytes: number) =>
  `${(bytes / 1_000_000).toLocaleString('en', { minimumFractionDigits: 1, maximumFractionDigits: 1 })} MB`
