import { treeOf } from '../export/exported-files.ts'
import { type ExportedQuestion, exportedQuestions, type ExportScope } from '../export/queries.ts'
import { type Material, type SectionEntry, sectionsOf, visualFile } from '../rules.ts'
import { visualBytes } from '#features/material/visuals/queries.ts'
import { pictureOf } from '#features/questions/rules.ts'
import type { Db } from '#server/db.ts'
import { contentNodes } from '#server/markup.ts'
import type { ZippedFile } from '#server/zip.ts'
import { type LossKind, lossInWords, exportableQuestion } from './losses.ts'
import { element, type Element, itemType, packageFiles, xmlFile } from './elements.ts'
import { itemFile } from './write-items.ts'

/** An item of the package as listed in its manifest. */
type ManifestItem = { id: string; href: string; images: readonly string[] }
const digits = (at: number) => String(at).padStart(4, '0')

/** Number of questions for each kind of loss. */
export type LossCounts = Map<LossKind, number>
const count = (counts: LossCounts, losses: readonly LossKind[]) => {
  for (const loss of losses) counts.set(loss, (counts.get(loss) ?? 0) + 1)
}

/**
 * Counts what a QTI export would lose; `questions` and `visuals` are the numbers of questions and pictures
 * that it would contain.
 */
export async function lossesIn(
  db: Db,
  which: ExportScope,
): Promise<{ losses: LossCounts; questions: number; visuals: number }> {
  const { sectionIds } = await treeOf(db, which)
  const losses: LossCounts = new Map()
  const visuals = new Set<string>()
  let questions = 0
  for (const id of sectionIds)
    for (const row of await exportedQuestions(db, id)) {
      const read = exportableQuestion(row)
      count(losses, read.losses)
      if (!read.question) continue
      questions += 1
      for (const image of imagesOf(row)) visuals.add(image)
    }
  return { losses, questions, visuals: visuals.size }
}

const imagesOf = ({ visual, answers }: ExportedQuestion) => {
  const picture = pictureOf(answers)
  return [...new Set([...(visual ? [visual.image] : []), ...(picture === null ? [] : [picture])])]
}

const title = (name: string) => element('title', {}, name)

/**
 * Writes the tree as an organization: courses, levels, chapters, sections, items. The sections of a chapter
 * test are one level deeper.
 */
function organization(
  { courses }: Material,
  itemsOf: (section: SectionEntry) => readonly ManifestItem[],
): Element {
  let last = 0
  const node = (name: string, below: readonly Element[], ref?: string) => {
    last += 1
    return element('item', { identifier: `N${last}`, identifierref: ref }, title(name), ...below)
  }
  const section = (entry: SectionEntry) =>
    node(
      entry.name,
      itemsOf(entry).map(({ id }, at) => node(String(at + 1), [], id)),
    )
  const within = courses.map(({ name, levels }) =>
    node(name, levels.map((level) =>
      node(level.name, level.chapters.map(({ name: chapter, sections, test }) =>
        node(chapter, [...sections.map(section), ...(test ? [node(test.name, test.sections.map(section))] : [])]),
      )),
    )),
  ) // prettier-ignore
  return element(
    'organizations',
    { default: 'TREE' },
    element('organization', { identifier: 'TREE' }, title('Material'), ...within),
  )
}

function manifest(
  material: Material,
  itemsOf: (section: SectionEntry) => readonly ManifestItem[],
  items: readonly ManifestItem[],
) {
  const files = (hrefs: readonly string[]) => hrefs.map((href) => element('file', { href }))
  const resources = items.map(({ id, href, images }) =>
    element(
      'resource',
      { identifier: id, type: itemType, href },
      ...files([href, ...images.map(visualFile)]),
    ),
  )
  const dropped = element(
    'resource',
    { identifier: 'DROPPED', type: 'webcontent', href: packageFiles.dropped },
    ...files([packageFiles.dropped]),
  )
  return xmlFile(
    element(
      'manifest',
      { xmlns: 'http://www.imsglobal.org/xsd/imscp_v1p1', identifier: 'MATERIAL' },
      element(
        'metadata',
        {},
        element('schema', {}, 'QTIv2.1 Package'),
        element('schemaversion', {}, '1.0.0'),
      ),
      organization(material, itemsOf),
      element('resources', {}, ...resources, dropped),
    ),
  )
}

const head = [
  'This package leaves out the following because QTI 2.1 doesn’t support it. Export the material as “Everything” to include it all.',
  'The review status of questions and the subjects of courses are also left out.',
  '',
]

function droppedFile(counts: LossCounts, lines: readonly string[]) {
  const totals = [...counts].map(([loss, questions]) => `${questions} × ${lossInWords(loss)}`)
  return [...head, ...totals, ...(lines.length > 0 ? ['', ...lines] : []), ''].join('\n')
}

type PackageContents = {
  items: Map<string, ManifestItem[]>
  images: Set<string>
  counts: LossCounts
  lines: string[]
}

/** Writes the items of a section and notes their losses. */
function* itemsIn(
  rows: readonly ExportedQuestion[],
  { entry, index }: { entry: SectionEntry; index: number },
  gathered: PackageContents,
) {
  const listed: ManifestItem[] = []
  gathered.items.set(entry.file, listed)
  for (const row of rows) {
    const { question, losses } = exportableQuestion(row)
    count(gathered.counts, losses)
    for (const loss of losses) gathered.lines.push(`${entry.name}, question ${row.num}: ${lossInWords(loss)}`)
    if (!question) continue
    const id = `S${digits(index + 1)}Q${digits(row.num)}`
    const href = `items/${id}.xml`
    const images = imagesOf(row)
    for (const image of images) gathered.images.add(image)
    listed.push({ id, href, images })
    const pathOf = (image: string | null) => (image === null ? null : `../${visualFile(image)}`)
    const about = {
      identifier: id,
      title: `${entry.name} ${row.num}`,
      image: pathOf(row.visual?.image ?? null),
      canvas: pathOf(pictureOf(row.answers)),
      content: contentNodes,
    }
    yield { name: href, bytes: Buffer.from(itemFile(question, about)) }
  }
}

/**
 * Yields the files of a QTI 2.1 package one by one. The list of losses and the manifest come last because
 * they cover all other files.
 */
export async function* qtiFiles(db: Db, which: ExportScope): AsyncGenerator<ZippedFile> {
  const { material, sectionIds } = await treeOf(db, which)
  const gathered: PackageContents = { items: new Map(), images: new Set(), counts: new Map(), lines: [] }
  for (const [index, entry] of sectionsOf(material).entries()) {
    const rows = await exportedQuestions(db, sectionIds[index] ?? '')
    yield* itemsIn(rows, { entry, index }, gathered)
  }
  for (const image of gathered.images)
    for (const { bytes } of await visualBytes(db, image)) yield { name: visualFile(image), bytes }
  yield { name: packageFiles.dropped, bytes: Buffer.from(droppedFile(gathered.counts, gathered.lines)) }
  const itemsOf = ({ file }: SectionEntry) => gathered.items.get(file) ?? []
  yield {
    name: packageFiles.manifest,
    bytes: Buffer.from(manifest(material, itemsOf, [...gathered.items.values()].flat())),
  }
}
