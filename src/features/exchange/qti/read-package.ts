import { posix } from 'node:path'
import { mostNoted, type Notes, type Source } from '../import/material-file.ts'
import {
  type ChapterEntry,
  Material,
  nothing,
  SectionFile,
  sectionFile,
  sectionsOf,
  type Visuals,
} from '#features/exchange/rules.ts'
import { saysFormat, visualLimits } from '#features/material/visuals/picture-limits.ts'
import { Problem, refused } from '#shared/problem.ts'
import { remadePicture } from '#server/pictures.ts'
import type { OpenZip } from '#server/unzip.ts'
import { type ReadItem, readItem } from './items.ts'
import { BadXml, readXml, xmlLimits } from './xml.ts'
import { allBelow, childOf, childrenOf, type Element, packageFiles, textIn } from './elements.ts'

const bad = (why: string) => refused('bad_qti', `This file can’t be imported: ${why}.`, '/file')
/** Limit for the XML of all items together, in bytes. */
const mostXml = 16 * 1024 * 1024

type Entry = SectionFile['questions'][number]
type Picture = { image: string; path: string; name: string }
/** Source of the items, and the results so far. `left` is the number of XML bytes that may still be read. */
type Reading = { zip: OpenZip | null; notes: Notes; pictures: Map<string, Picture | null>; left: number }

/** Resolves a path in a file to a name in the zip; null if it points outside of it. */
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
      saysFormat(name, format),
    )),
  }
}

/**
 * Reads a picture of an item; null if it is missing or can't be displayed. A picture used by several items is
 * converted once.
 */
async function pictureOf({ zip, pictures }: Reading, href: string, from: string): Promise<Picture | null> {
  const path = pathOf(href, from)
  if (!zip || path === null || !zip.files.has(path)) return null
  const known = pictures.get(path)
  if (known !== undefined) return known
  const read = await pictureAt(zip, path).catch((error: unknown) => {
    if (error instanceof Problem) return null
    throw error
  })
  const picture = read && { image: read.image, path, name: read.name }
  pictures.set(path, picture)
  return picture
}

function noted(
  { notes }: Reading,
  { title, path }: { title: string; path: string },
  read: { skipped?: string; dropped: readonly string[] },
) {
  if (read.skipped !== undefined) notes.skipped += 1
  if (read.skipped === undefined && read.dropped.length === 0) return
  notes.changed += read.skipped === undefined ? 1 : 0
  const item = title === '' ? posix.basename(path) : title
  if (notes.items.length < mostNoted)
    notes.items.push({ item, skipped: read.skipped ?? null, dropped: [...read.dropped] })
}

/** Converts an item to a question. Notes its losses, or the reason if it is skipped. */
async function entryOf(reading: Reading, path: string, item: ReadItem): Promise<Omit<Entry, 'num'> | null> {
  if ('skipped' in item) {
    noted(reading, { title: item.title, path }, item)
    return null
  }
  const { picture, ...draft } = item.question
  const found = picture && (await pictureOf(reading, picture.href, path))
  const dropped =
    picture && !found
      ? [...item.dropped, 'A picture that is missing, damaged, or in an unsupported format.']
      : item.dropped
  const visual = picture && found ? { image: found.image, alt: picture.alt } : null
  const entry = { ...draft, visual, hint: null, variables: null, tests: [], status: 'warn' as const }
  const read = SectionFile.shape.questions.element.omit({ num: true }).safeParse(entry)
  const why = read.success
    ? {}
    : { skipped: `It doesn’t fit: ${read.error.issues[0]?.path.join('/')} ${read.error.issues[0]?.message}.` }
  noted(reading, { title: item.title, path }, { ...why, dropped: read.success ? dropped : [] })
  return read.success ? read.data : null
}

async function itemAt(reading: Reading, path: string): Promise<ReadItem> {
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

const nameOf = (node: Element, otherwise: string) => textIn(childOf(node, 'title')).slice(0, 100) || otherwise
const items = (node: Element) => childrenOf(node, 'item')
const refOf = ({ attrs }: Element) => attrs['identifierref']

/** Plan for storing the items: the tree down to the sections, and the identifiers of each section's items. */
type Plan = { material: Material; refs: string[][] }

/**
 * Reads an organization as a tree of courses, levels, chapters and sections; null if it has a different
 * shape. Items must be exactly at the fifth level, or at the sixth in a chapter's test.
 */
function planOf(organization: Element): Plan | null {
  const refs: string[][] = []
  const section = (node: Element, at: number) => {
    const leaves = items(node)
    if (refOf(node) || leaves.some((leaf) => !refOf(leaf) || items(leaf).length > 0)) throw new RangeError()
    return {
      num: at + 1,
      name: nameOf(node, `Section ${at + 1}`),
      file: sectionFile(refs.push(leaves.map((leaf) => refOf(leaf) ?? '')) - 1),
    }
  }
  const chapter = (node: Element, at: number): ChapterEntry => {
    const isTest = (each: Element) => items(each).some((within) => !refOf(within))
    const [test, ...others] = items(node).filter(isTest)
    if (refOf(node) || others.length > 0) throw new RangeError()
    const sections = items(node).filter((each) => !isTest(each))
    const own = sections.map(section)
    return { num: at + 1, name: nameOf(node, `Chapter ${at + 1}`), sections: own, test: test ? { name: nameOf(test, 'Test'), sections: items(test).map(section) } : null }
  } // prettier-ignore
  const level = (node: Element, at: number) => {
    if (refOf(node)) throw new RangeError()
    const chapters = items(node).map(chapter)
    const chapterCount = Math.max(1, chapters.length)
    return {
      name: nameOf(node, `Level ${at + 1}`),
      order: at + 1,
      chapterCount,
      assessmentQuestions: 2,
      chapters,
    }
  }
  try {
    const courses = items(organization).map((node, at) => {
      if (refOf(node)) throw new RangeError()
      return {
        name: nameOf(node, `Course ${at + 1}`),
        subject: 'Math' as const,
        levels: items(node).map(level),
      }
    })
    const read = Material.safeParse({ courses })
    return read.success && refs.length > 0 ? { material: read.data, refs } : null
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}

/** Puts everything into one section, in the order of the package. */
function flatPlan(name: string, refs: readonly string[]): Plan {
  const section = { num: 1, name: 'Section 1', file: sectionFile(0) }
  const chapter = { num: 1, name: 'Chapter 1', sections: [section], test: null }
  const level = { name: 'Level 1', order: 1, chapterCount: 1, assessmentQuestions: 2, chapters: [chapter] }
  const course = { name: name.slice(0, 100).trim() || 'QTI', subject: 'Math', levels: [level] }
  return { material: Material.parse({ courses: [course] }), refs: [[...refs]] }
}

const isItem = ({ attrs }: Element) => /^imsqti_(apip)?item_xmlv2p\d/i.test(attrs['type'] ?? '')

/** Reads a manifest: its items by identifier, and the tree in which they are arranged. */
function readManifest(root: Element, name: string) {
  if (root.tag !== 'manifest') throw bad(`its ${packageFiles.manifest} isn’t a manifest`)
  const resources = allBelow(root).filter(({ tag }) => tag === 'resource')
  const hrefs = new Map(
    resources.filter(isItem).map(({ attrs }) => [attrs['identifier'] ?? '', attrs['href'] ?? '']),
  )
  if (hrefs.size === 0) throw bad('it has no QTI 2.1 items')
  const [organization] = allBelow(root).filter(({ tag }) => tag === 'organization')
  const plan = (organization && planOf(organization)) ?? null
  // Uses the tree only if it names each item exactly once. Otherwise items would be lost or imported twice.
  const named = plan?.refs.flat() ?? []
  const isWhole =
    named.length === hrefs.size &&
    new Set(named).size === named.length &&
    named.every((ref) => hrefs.has(ref))
  const arranged = resources.some(({ attrs }) => /^imsqti_test_/i.test(attrs['type'] ?? ''))
  return { hrefs, plan: plan && isWhole ? plan : flatPlan(name, [...hrefs.keys()]), arranged }
}

/** Reads the items of a plan and returns the material to store. */
async function sourceOf(
  reading: Reading,
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

const started = (zip: OpenZip | null): Reading => ({
  zip,
  notes: { skipped: 0, changed: 0, items: [] },
  pictures: new Map(),
  left: mostXml,
})

function rootOf(bytes: Uint8Array, most: number, what: string) {
  try {
    return readXml(bytes, most)
  } catch (error) {
    throw error instanceof BadXml ? bad(`${what} ${error.message}`) : error
  }
}

/**
 * Reads a QTI 2.1 package: a zip with an `imsmanifest.xml`. 422 `bad_qti` if it can't be read at all.
 * Problems with individual items are noted.
 */
export async function openPackage(zip: OpenZip, name: string): Promise<Source> {
  const bytes = await zip.read(packageFiles.manifest, xmlLimits.manifest)
  const { hrefs, plan, arranged } = readManifest(
    rootOf(bytes, xmlLimits.manifest, packageFiles.manifest),
    name,
  )
  const reading = started(zip)
  if (arranged)
    reading.notes.items.push({
      item: packageFiles.manifest,
      skipped: null,
      dropped: ['The arrangement of items in a test.'],
    })
  return await sourceOf(reading, plan, async (ref) => {
    const path = pathOf(hrefs.get(ref) ?? '', packageFiles.manifest) ?? ''
    return await entryOf(reading, path, await itemAt(reading, path))
  })
}

/** Reads a single `assessmentItem` that was uploaded without a package, and therefore without pictures. */
export async function openItem(bytes: Uint8Array, name: string): Promise<Source> {
  const root = rootOf(bytes, xmlLimits.item, 'it')
  if (root.tag === 'questestinterop') throw bad('it is QTI 1.2, but only QTI 2.1 is supported')
  if (root.tag.startsWith('qti-')) throw bad('it is QTI 3, but only QTI 2.1 is supported')
  if (root.tag !== 'assessmentItem') throw bad('it isn’t a QTI 2.1 item')
  const reading = started(null)
  return await sourceOf(
    reading,
    flatPlan(name, ['']),
    async () => await entryOf(reading, name, readItem(root)),
  )
}
