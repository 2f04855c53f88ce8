import { createHash } from 'node:crypto'
import { chapters, courses, levels, sections } from '#features/material/queries.ts'
import { chapterTests } from '#features/material/tests/queries.ts'
import { visualBytes } from '#features/material/visuals/queries.ts'
import { plain } from '#shared/text.ts'
import { pictureOf } from '#features/questions/rules.ts'
import type { Db } from '#server/db.ts'
import type { ZippedFile } from '#server/zip.ts'
import {
  type ChapterEntry,
  type Counts,
  files,
  format,
  type LevelEntry,
  type Manifest,
  type Material,
  nothing,
  type Scope,
  sectionFile,
  type SectionFile,
  visualFile,
} from '../rules.ts'
import {
  type ExportedQuestion,
  exportedHints,
  exportedQuestions,
  idleHints,
  visualNames,
  type ExportScope,
} from './queries.ts'

/** Tree of the material to export, with the ids of its sections in the order of their files. */
type Tree = { material: Material; sectionIds: string[] }

const named = <T extends { name: string }>(row: T) => ({ ...row, name: plain(row.name) })

type Row = { id: string; chapterNum: number; num: number; name: string }

async function chaptersOf(db: Db, levelId: string, sectionIds: string[]): Promise<ChapterEntry[]> {
  const of = { levelId }
  const [all, tests, own, tested] = await Promise.all([
    chapters(db, of),
    chapterTests(db, of),
    sections(db, of),
    sections(db, { ...of, kind: 'test' }),
  ])
  const entries = (rows: readonly Row[], chapterNum: number) =>
    rows
      .filter((row) => row.chapterNum === chapterNum)
      .map(({ id, num, name }) => ({ ...named({ num, name }), file: sectionFile(sectionIds.push(id) - 1) }))
  return all.map(({ num, name }) => {
    const within = entries(own, num)
    const test = tests.find(({ chapterNum }) => chapterNum === num)
    return {
      ...named({ num, name }),
      sections: within,
      test: test ? { name: plain(test.name), sections: entries(tested, num) } : null,
    }
  })
}

/** Returns the material to export as a tree. */
export async function treeOf(db: Db, { courseId, levelId }: ExportScope): Promise<Tree> {
  const [allCourses, allLevels] = await Promise.all([
    courses(db, { id: courseId }),
    levels(db, { id: levelId, courseId }),
  ])
  const tree: Tree = { material: { courses: [] }, sectionIds: [] }
  for (const { id, name, subject } of allCourses) {
    const within = allLevels.filter((level) => level.courseId === id)
    if (levelId && within.length === 0) continue
    const entries: LevelEntry[] = []
    for (const level of within) {
      const { order, chapterCount, assessmentQuestions } = level
      const about = { ...named({ name: level.name }), order, chapterCount, assessmentQuestions }
      entries.push({ ...about, chapters: await chaptersOf(db, level.id, tree.sectionIds) })
    }
    tree.material.courses.push({ ...named({ name }), subject, levels: entries })
  }
  return tree
}

const json = (name: string, value: unknown): ZippedFile => ({
  name,
  bytes: Buffer.from(`${JSON.stringify(value, null, 2)}\n`),
})

/**
 * State shared by all sections: the numbers of the hints by id, in order of first appearance, and the
 * pictures used.
 */
type ExportState = { hints: Map<string, number>; visuals: Set<string> }

async function sectionOf(
  db: Db,
  rows: readonly ExportedQuestion[],
  { hints, visuals }: ExportState,
): Promise<SectionFile> {
  const news = [...new Set(rows.flatMap(({ hint }) => hint ?? []))].filter((id) => !hints.has(id))
  const texts = new Map(
    (await exportedHints(db, news)).map(({ id, name, steps }) => [id, { ...named({ name }), steps }]),
  )
  const entries = news.flatMap((id) => {
    const hint = texts.get(id)
    if (hint) hints.set(id, hints.size + 1)
    return hint ? [{ num: hints.size, ...hint }] : []
  })
  for (const { visual, answers } of rows) {
    if (visual) visuals.add(visual.image)
    const picture = pictureOf(answers)
    if (picture !== null) visuals.add(picture)
  }
  return {
    hints: entries,
    questions: rows.map((row) => ({
      ...row,
      hint: row.hint === null ? null : (hints.get(row.hint) ?? null),
    })),
  }
}

function countsIn({ courses: all }: Material): Counts {
  const within = all.flatMap((course) => course.levels)
  const below = within.flatMap((level) => level.chapters)
  return { ...nothing, courses: all.length, levels: within.length, chapters: below.length }
}

/**
 * Yields every file except the manifest, and adds to `counts`. Each section is read just before it is
 * written, so changes made during the export may be included.
 */
async function* contents(
  db: Db,
  { material, sectionIds }: Tree,
  of: Scope,
  counts: Counts,
): AsyncGenerator<ZippedFile> {
  yield json(files.material, material)
  const shared: ExportState = { hints: new Map(), visuals: new Set() }
  for (const [index, id] of sectionIds.entries()) {
    const rows = await exportedQuestions(db, id)
    counts.sections += 1
    counts.questions += rows.length
    yield json(sectionFile(index), await sectionOf(db, rows, shared))
  }
  const idle = of === 'all' ? (await idleHints(db)).map(named) : []
  yield json(files.hints, idle)
  const names = await visualNames(db, [...shared.visuals])
  yield json(files.visuals, names.map(named))
  for (const { image } of names)
    for (const { bytes } of await visualBytes(db, image)) yield { name: visualFile(image), bytes }
  counts.hints = shared.hints.size + idle.length
  counts.visuals = names.length
}

/**
 * Yields the files of an export one by one. The manifest comes last because it contains the hashes of all
 * other files.
 */
export async function* exportedFiles(db: Db, which: ExportScope): AsyncGenerator<ZippedFile> {
  const of = which.levelId ? 'level' : which.courseId ? 'course' : 'all'
  const tree = await treeOf(db, which)
  const counts = countsIn(tree.material)
  const hashes: Manifest['files'] = {}
  for await (const file of contents(db, tree, of, counts)) {
    hashes[file.name] = createHash('sha256').update(file.bytes).digest('hex')
    yield file
  }
  const manifest: Manifest = { format: format.name, schemaVersion: format.version, of, counts, files: hashes }
  yield json(files.manifest, manifest)
}
