import { createHash } from 'node:crypto'
import type { z } from 'zod'
import { pictureOf } from '#features/questions/rules.ts'
import { visualLimits } from '#features/material/visuals/picture-limits.ts'
import { jsonLimits, readJson } from '#shared/json.ts'
import { refused } from '#shared/problem.ts'
import { badText } from '#shared/text.ts'
import type { Db } from '#server/db.ts'
import { loadSharp } from '#server/pictures.ts'
import { openZip, type OpenZip } from '#server/unzip.ts'
import { files, Hints, Manifest, Material, SectionFile, sectionsOf, visualFile, Visuals } from '../rules.ts'
import { partOf } from './queries.ts'
import { openItem, openPackage } from '../qti/read-package.ts'
import { xmlLimits } from '../qti/xml.ts'
import { packageFiles } from '../qti/elements.ts'
import { partSize, type Source } from './material-file.ts'

const maxJson = 32 * 1024 * 1024
const bad = (why: string) => refused('bad_material', `This file can’t be imported: ${why}.`, '/file')

/**
 * True if no text has characters that can't be stored, and no field is called `__proto__` or `constructor`.
 * The nesting depth has already been checked.
 */
function isHarmless(value: unknown): boolean {
  if (typeof value === 'string') return !badText(value)
  if (value === null || typeof value !== 'object') return true
  return Object.entries(value).every(
    ([key, inner]) => key !== '__proto__' && key !== 'constructor' && !badText(key) && isHarmless(inner),
  )
}

/** Limits for the JSON files. A manifest lists every picture and section, so it may hold many values. */
const most = { ...jsonLimits, values: 100_000 }

function textIn(bytes: Uint8Array) {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return null
  }
}

/**
 * Reads a JSON file from the zip and validates it with a schema. A 422 error names the file and the place in
 * it where the problem is.
 */
async function readFile<S extends z.ZodType>(zip: OpenZip, name: string, schema: S): Promise<z.output<S>> {
  const bytes = await zip.read(name, maxJson)
  const json = readJson(textIn(bytes) ?? '', most)
  if (!json.ok && json.fault.path) throw bad(`${name}: ${json.fault.path} ${json.fault.message}`)
  if (!json.ok || !isHarmless(json.value))
    throw bad(`${name} is not JSON, or has characters that are not allowed`)
  const read = schema.safeParse(json.value)
  if (read.success) return read.data
  const [issue] = read.error.issues
  throw bad(`${name}: /${issue?.path.map(String).join('/')} ${issue?.message}`)
}

const readMaterial = (zip: OpenZip) => readFile(zip, files.material, Material)
const readSection = (zip: OpenZip, file: string) => readFile(zip, file, SectionFile)
const readHints = (zip: OpenZip) => readFile(zip, files.hints, Hints)
const readVisuals = (zip: OpenZip) => readFile(zip, files.visuals, Visuals)

/** Maximum width and height of stored pictures, in pixels. */
const widest = 1600

/**
 * Reads a picture. Throws 422 unless this product exported it: its name is the hash of its content, and it
 * has no metadata.
 */
async function readVisual(zip: OpenZip, image: string) {
  const name = visualFile(image)
  const bytes = await zip.read(name, visualLimits.bytes)
  const options = { limitInputPixels: widest * widest, failOn: 'error' } as const
  const sharp = await loadSharp()
  const about = await sharp(bytes, options)
    .metadata()
    .catch(() => null)
  const isOurs =
    createHash('sha256').update(bytes).digest('hex') === image &&
    about?.format === 'webp' &&
    (about.pages ?? 1) === 1 &&
    Math.max(about.width, about.height) <= widest &&
    !about.exif &&
    !about.xmp &&
    !about.icc &&
    bytes.readUInt32LE(4) + 8 === bytes.length
  const decoded =
    isOurs &&
    (await sharp(bytes, options)
      .raw()
      .toBuffer()
      .catch(() => null))
  if (!about || !decoded) throw bad(`${name} isn’t a picture exported from this product`)
  return { bytes, width: about.width, height: about.height }
}

/** Checks that the manifest lists every file with its correct hash. */
async function checkHashes(zip: OpenZip, manifest: Manifest) {
  for (const name of zip.files.keys())
    if (name !== files.manifest && !Object.hasOwn(manifest.files, name))
      throw bad(`“${name}” doesn’t belong in the file`)
  for (const [name, hash] of Object.entries(manifest.files)) {
    const bytes = await zip.read(name, maxJson)
    if (createHash('sha256').update(bytes).digest('hex') !== hash)
      throw bad(`“${name}” was changed after the export`)
  }
}

/**
 * Checks that the questions of a section refer only to hints and pictures in the export, and have distinct
 * numbers. Adds the section's hints to `known`.
 */
function checkNames(
  file: string,
  { hints, questions }: SectionFile,
  known: { hints: Set<number>; visuals: Set<string> },
) {
  for (const { num } of hints) known.hints.add(num)
  for (const { num, hint, visual, answers } of questions) {
    if (hint !== null && !known.hints.has(hint))
      throw bad(`${file}: question ${num} names a hint that doesn’t exist`)
    const picture = pictureOf(answers)
    if ((visual && !known.visuals.has(visual.image)) || (picture !== null && !known.visuals.has(picture)))
      throw bad(`${file}: question ${num} names a picture that doesn’t exist`)
  }
  if (new Set(questions.map(({ num }) => num)).size < questions.length)
    throw bad(`${file} has two questions with the same number`)
}

/** Reads and checks a whole exported zip file. Throws 422 if any of its content can't be stored. */
async function openMaterial(zip: OpenZip): Promise<Source> {
  const manifest = await readFile(zip, files.manifest, Manifest)
  await checkHashes(zip, manifest)
  const material = await readMaterial(zip)
  const visuals = await readVisuals(zip)
  for (const { image } of visuals) await readVisual(zip, image)
  const known = { hints: new Set<number>(), visuals: new Set(visuals.map(({ image }) => image)) }
  let questions = 0
  for (const { file } of sectionsOf(material)) {
    const section = await readSection(zip, file)
    checkNames(file, section, known)
    questions += section.questions.length
  }
  const hints = await readHints(zip)
  return {
    of: manifest.of,
    counts: {
      ...manifest.counts,
      questions,
      hints: known.hints.size + hints.length,
      visuals: visuals.length,
    },
    notes: { skipped: 0, changed: 0, items: [] },
    material,
    hints,
    visuals,
    section: (file) => readSection(zip, file),
    visual: (image) => readVisual(zip, image),
  }
}

const partAt = async (db: Db, id: string, num: number) =>
  (await partOf(db, { id, num }))[0]?.bytes ?? Buffer.alloc(0)

/** Returns the first `bytes` bytes of an upload. */
async function beginning(db: Db, { id, size, bytes }: { id: string; size: number; bytes: number }) {
  const parts: Buffer[] = []
  for (let at = 0; at < Math.min(size, bytes); at += partSize)
    parts.push(await partAt(db, id, at / partSize + 1))
  return Buffer.concat(parts).subarray(0, bytes)
}

/** True if the content starts like XML, whatever the file's name. */
const isXml = (bytes: Buffer) => /^(\ufeff)?\s*</.test(bytes.subarray(0, 200).toString())

/**
 * Reads and validates an uploaded file: a zip in our own format, a QTI package, or a single XML file with
 * QTI. 422 for anything else.
 */
export async function openBrought(
  db: Db,
  { id, name, size }: { id: string; name: string; size: number },
): Promise<Source> {
  const called = name.replace(/\.[a-z]{1,4}$/i, '')
  const first = await partAt(db, id, 1)
  if (isXml(first))
    return await openItem(await beginning(db, { id, size, bytes: xmlLimits.bank + 1 }), called)
  const zip = await openZip({ size, partSize, part: (num) => partAt(db, id, num + 1) })
  return zip.files.has(packageFiles.manifest) && !zip.files.has(files.manifest)
    ? await openPackage(zip, called)
    : await openMaterial(zip)
}
