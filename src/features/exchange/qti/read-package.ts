import { posix } from 'node:path'
import { maxNoted, type Notes, type Source } from '../import/material-file.ts'
import { nothing, SectionFile, sectionsOf, type Visuals } from '../rules.ts'
import { matchesFormat, visualLimits } from '#features/material/visuals/picture-limits.ts'
import type { AnswerKey } from '#features/questions/rules.ts'
import { Problem } from '#shared/problem.ts'
import { remadePicture } from '#server/pictures.ts'
import type { OpenZip } from '#server/unzip.ts'
import { bad, flatPlan, groupedPlan, type Plan, readManifest } from './arrangement.ts'
import { type ReadItem, readItem } from './items.ts'
import { banksIn, fileBase } from './version-one.ts'
import { BadXml, readXml, xmlLimits } from './xml.ts'
import { type Element, packageFiles } from './elements.ts'

/** Limit for the XML of all items together, in bytes. */
const maxXml = 16 * 1024 * 1024

type Entry = SectionFile['questions'][number]
type Picture = { image: string; width: number; height: number; path: string; name: string }
/**
 * Source of the items, and the results so far. `left` is the number of bytes of XML that may still be read.
 */
type ReadState = { zip: OpenZip | null; notes: Notes; pictures: Map<string, Picture | null>; left: number }

/**
 * Resolves a path in the file `from` to a name in the zip. Returns null if the path is a URL, malformed, or
 * outside the zip.
 */
function pathOf(href: string, from: string) {
  try {
    const path = posix.normalize(
      posix.join(posix.dirname(from), decodeURIComponent(href.split(/[?#]/)[0] ?? '')),
    )
    return /^[a-z]+:/i.test(href) || path.startsWith('..') || path.startsWith('/') ? null : path
  } catch {
    return null
  }
}

async function pictureAt(zip: OpenZip, path: string) {
  const name = posix.basename(path)
  return {
    name,
    ...(await remadePicture(await zip.read(path, visualLimits.bytes), visualLimits, (format) =>
      matchesFormat(name, format),
    )),
  }
}

/**
 * Reads a picture of an item, or returns null if it is missing or can't be displayed. Keeps the result for
 * other items with the same picture.
 */
async function pictureOf({ zip, pictures }: ReadState, href: string, from: string): Promise<Picture | null> {
  const isAtRoot = href.startsWith(`${fileBase}/`)
  const direct = isAtRoot
    ? pathOf(href.slice(fileBase.length + 1), packageFiles.manifest)
    : pathOf(href, from)
  // Canvas puts the files of a whole course in this folder.
  const path = [direct, `web_resources/${direct}`].find((each) => each !== null && zip?.files.has(each))
  if (!zip || direct === null || path == null) return null
  const known = pictures.get(path)
  if (known !== undefined) return known
  const read = await pictureAt(zip, path).catch((error: unknown) => {
    if (error instanceof Problem) return null
    throw error
  })
  const picture = read && {
    image: read.image,
    width: read.width,
    height: read.height,
    path,
    name: read.name,
  }
  pictures.set(path, picture)
  return picture
}

function noted(
  { notes }: ReadState,
  { title, path }: { title: string; path: string },
  read: { skipped?: string; dropped: readonly string[] },
) {
  if (read.skipped !== undefined) notes.skipped += 1
  if (read.skipped === undefined && read.dropped.length === 0) return
  notes.changed += read.skipped === undefined ? 1 : 0
  const item = title === '' ? posix.basename(path) : title
  if (notes.items.length < maxNoted)
    notes.items.push({ item, skipped: read.skipped ?? null, dropped: [...read.dropped] })
}

/** Adds the picture on which the answer is marked to the key. Returns null if it can't be displayed. */
async function withCanvas(reading: ReadState, path: string, key: AnswerKey, canvas: { href: string } | null) {
  if (key.kind !== 'hotspot' || !canvas) return key
  const found = await pictureOf(reading, canvas.href, path)
  if (!found) return null
  const { image, width, height } = found
  return { ...key, picture: { ...key.picture, image, width, height } }
}

/**
 * Converts an item to a question, and notes its losses. Returns null if it is skipped, and notes the reason.
 */
async function entryOf(reading: ReadState, path: string, item: ReadItem): Promise<Omit<Entry, 'num'> | null> {
  if ('skipped' in item) {
    noted(reading, { title: item.title, path }, item)
    return null
  }
  const { picture, canvas, ...draft } = item.question
  const answers = await withCanvas(reading, path, draft.answers, canvas)
  if (!answers) {
    const skipped =
      'The picture on which the answer is marked is missing, damaged, or in an unsupported format.'
    noted(reading, { title: item.title, path }, { skipped, dropped: [] })
    return null
  }
  const found = picture && (await pictureOf(reading, picture.href, path))
  const dropped =
    picture && !found
      ? [...item.dropped, 'A picture that is missing, damaged, or in an unsupported format.']
      : item.dropped
  const visual = picture && found ? { image: found.image, alt: picture.alt } : null
  const entry = { ...draft, answers, visual, hint: null, variables: null, tests: [], status: 'warn' as const }
  const read = SectionFile.shape.questions.element.omit({ num: true }).safeParse(entry)
  const why = read.success
    ? {}
    : {
        skipped: `It isn’t a valid question: ${read.error.issues[0]?.path.join('/')} ${read.error.issues[0]?.message}.`,
      }
  noted(reading, { title: item.title, path }, { ...why, dropped: read.success ? dropped : [] })
  return read.success ? read.data : null
}

async function itemAt(reading: ReadState, path: string): Promise<ReadItem> {
  try {
    const size = reading.zip?.files.get(path)
    if (!reading.zip || size === undefined) throw new BadXml('is missing from the package')
    if (size > xmlLimits.item) throw new BadXml(`is larger than ${xmlLimits.item / 1024} KiB`)
    const bytes = await reading.zip.read(path, xmlLimits.item)
    reading.left -= bytes.length
    if (reading.left < 0) throw bad('its items have more than 16 MiB of XML')
    return readItem(readXml(bytes, xmlLimits.item))
  } catch (error) {
    if (!(error instanceof BadXml)) throw error
    return { title: '', dropped: [], skipped: `Its file ${error.message}.` }
  }
}

/** Reads the items of a plan and returns the material to store. */
async function sourceOf(
  reading: ReadState,
  { material, refs }: Plan,
  read: (ref: string) => Promise<Omit<Entry, 'num'> | null>,
): Promise<Source> {
  const sections = new Map<string, SectionFile>()
  const counts = { ...nothing, courses: material.courses.length }
  for (const [at, { file }] of sectionsOf(material).entries()) {
    const questions: Entry[] = []
    for (const ref of refs[at] ?? []) {
      const entry = await read(ref)
      if (entry) questions.push({ ...entry, num: questions.length + 1 })
    }
    counts.sections += 1
    counts.questions += questions.length
    sections.set(file, { hints: [], questions })
  }
  const levels = material.courses.flatMap((course) => course.levels)
  const visuals: Visuals = [
    ...new Map(
      [...reading.pictures.values()].flatMap((each) => (each ? [[each.image, each.name] as const] : [])),
    ),
  ].map(([image, name]) => ({ image, name: name.slice(0, 200) }))
  const paths = new Map(
    [...reading.pictures.values()].flatMap((each) => (each ? [[each.image, each.path]] : [])),
  )
  return {
    of: 'course',
    counts: {
      ...counts,
      levels: levels.length,
      chapters: levels.flatMap(({ chapters }) => chapters).length,
      visuals: visuals.length,
    },
    notes: reading.notes,
    material,
    hints: [],
    visuals,
    section: (file) => Promise.resolve(sections.get(file) ?? { hints: [], questions: [] }),
    visual: async (image) => {
      if (!reading.zip) throw bad('it has no pictures')
      return await pictureAt(reading.zip, paths.get(image) ?? '')
    },
  }
}

const started = (zip: OpenZip | null): ReadState => ({
  zip,
  notes: { skipped: 0, changed: 0, items: [] },
  pictures: new Map(),
  left: maxXml,
})

function rootOf(bytes: Uint8Array, most: number, name: string) {
  try {
    return readXml(bytes, most)
  } catch (error) {
    throw error instanceof BadXml ? bad(`${name} ${error.message}`) : error
  }
}

/** Reads QTI 1.2 files, each with many items. Every bank of items becomes a section. */
async function readBanks(
  reading: ReadState,
  name: string,
  files: readonly { path: string; root: Element }[],
) {
  const items = new Map<string, { path: string; item: Element }>()
  const groups = files.flatMap(({ path, root }) =>
    banksIn(root).map((bank) => {
      const refs = bank.items.map((item) => {
        const ref = String(items.size)
        items.set(ref, { path, item })
        return ref
      })
      return { name: bank.name, refs }
    }),
  )
  if (groups.length === 0) throw bad('it has no questions')
  return await sourceOf(reading, groupedPlan(name, groups), async (ref) => {
    const { path, item } = items.get(ref) as { path: string; item: Element }
    return await entryOf(reading, path, readItem(item))
  })
}

/** Reads the files of a QTI 1.2 package. */
async function openBanks(zip: OpenZip, name: string, hrefs: readonly string[]) {
  const reading = started(zip)
  const files: { path: string; root: Element }[] = []
  for (const href of hrefs) {
    const path = pathOf(href, packageFiles.manifest)
    if (path === null || !zip.files.has(path)) continue
    const bytes = await zip.read(path, xmlLimits.bank)
    reading.left -= bytes.length
    if (reading.left < 0) throw bad('its items have more than 16 MiB of XML')
    files.push({ path, root: rootOf(bytes, xmlLimits.bank, posix.basename(path)) })
  }
  return await readBanks(reading, name, files)
}

/**
 * Reads a QTI package: a zip with an `imsmanifest.xml`. 422 `bad_qti` if it can't be read at all.
 * Problems with individual items are noted.
 */
export async function openPackage(zip: OpenZip, name: string): Promise<Source> {
  const bytes = await zip.read(packageFiles.manifest, xmlLimits.manifest)
  const { hrefs, banks, plan, arranged } = readManifest(
    rootOf(bytes, xmlLimits.manifest, packageFiles.manifest),
    name,
  )
  if (banks.length > 0) return await openBanks(zip, name, banks)
  const reading = started(zip)
  if (arranged)
    noted(
      reading,
      { title: '', path: packageFiles.manifest },
      { dropped: ['The arrangement of items in a test.'] },
    )
  return await sourceOf(reading, plan, async (ref) => {
    const path = pathOf(hrefs.get(ref) ?? '', packageFiles.manifest) ?? ''
    return await entryOf(reading, path, await itemAt(reading, path))
  })
}

/**
 * Reads XML that was uploaded without a package, and therefore without pictures: a single `assessmentItem`,
 * or a QTI 1.2 file.
 */
export async function openItem(bytes: Uint8Array, name: string): Promise<Source> {
  const root = rootOf(bytes, xmlLimits.bank, 'it')
  if (root.tag === 'questestinterop') return await readBanks(started(null), name, [{ path: name, root }])
  if (root.tag.startsWith('qti-')) throw bad('it is QTI 3, but only QTI 2.1 and 1.2 are supported')
  if (root.tag !== 'assessmentItem') throw bad('it isn’t a QTI item')
  if (bytes.length > xmlLimits.item) throw bad(`it is larger than ${xmlLimits.item / 1024} KiB`)
  const reading = started(null)
  return await sourceOf(
    reading,
    flatPlan(name, ['']),
    async () => await entryOf(reading, name, readItem(root)),
  )
}
