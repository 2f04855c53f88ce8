import { type ChapterEntry, Material, sectionFile } from '../rules.ts'
import { refused } from '#shared/problem.ts'
import { allBelow, childOf, childrenOf, type Element, packageFiles, textIn } from './elements.ts'

export const bad = (why: string) => refused('bad_qti', `This file can’t be imported: ${why}.`, '/file')

const nameOf = (node: Element, otherwise: string) => textIn(childOf(node, 'title')).slice(0, 100) || otherwise
const items = (node: Element) => childrenOf(node, 'item')
const refOf = ({ attrs }: Element) => attrs['identifierref']

/** Plan for storing the items: the tree down to the sections, and the identifiers of each section's items. */
export type Plan = { material: Material; refs: string[][] }

/**
 * Reads an organization as a tree of courses, levels, chapters and sections, or returns null if it has
 * another shape. Items must be nested exactly five deep, or six deep in a chapter's test.
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

/**
 * Returns a plan that puts all items into one section, in the given order. `name` becomes the name of the
 * course.
 */
export function flatPlan(name: string, refs: readonly string[]): Plan {
  const section = { num: 1, name: 'Section 1', file: sectionFile(0) }
  const chapter = { num: 1, name: 'Chapter 1', sections: [section], test: null }
  const level = { name: 'Level 1', order: 1, chapterCount: 1, assessmentQuestions: 2, chapters: [chapter] }
  const course = { name: name.slice(0, 100).trim() || 'QTI', subject: 'Math', levels: [level] }
  return { material: Material.parse({ courses: [course] }), refs: [[...refs]] }
}

/** Returns a plan that puts each group of items into its own section. */
export function groupedPlan(
  name: string,
  groups: readonly { name: string; refs: readonly string[] }[],
): Plan {
  const plan = flatPlan(name, [])
  const sections = groups.map((group, at) => ({
    num: at + 1,
    name: group.name.slice(0, 100).trim() || `Section ${at + 1}`,
    file: sectionFile(at),
  }))
  const courses = plan.material.courses.map((course) => ({
    ...course,
    levels: course.levels.map((level) => ({
      ...level,
      chapters: level.chapters.map((chapter) => ({ ...chapter, sections })),
    })),
  }))
  return { material: Material.parse({ courses }), refs: groups.map(({ refs }) => [...refs]) }
}

const isItem = ({ attrs }: Element) => /^imsqti_(apip)?item_xmlv2p\d/i.test(attrs['type'] ?? '')

const isBank = ({ attrs }: Element) => /^imsqti_xmlv1p\d/i.test(attrs['type'] ?? '')
const hrefOf = (resource: Element) => resource.attrs['href'] ?? childOf(resource, 'file')?.attrs['href']

/**
 * Reads a manifest. Returns the paths of its items by identifier and the plan for storing them. If it has no
 * QTI 2.1 items, returns the paths of its QTI 1.2 files instead. `arranged` is true if the package also has a
 * QTI test, whose arrangement of items isn't imported. Throws 422 if there are no items at all.
 */
export function readManifest(root: Element, name: string) {
  if (root.tag !== 'manifest') throw bad(`its ${packageFiles.manifest} isn’t a valid manifest`)
  const resources = allBelow(root).filter(({ tag }) => tag === 'resource')
  const hrefs = new Map(
    resources.filter(isItem).map(({ attrs }) => [attrs['identifier'] ?? '', attrs['href'] ?? '']),
  )
  const banks = resources.filter(isBank).flatMap((resource) => hrefOf(resource) ?? [])
  if (hrefs.size === 0) {
    if (banks.length === 0) throw bad('it has no QTI items')
    return { hrefs, banks, plan: flatPlan(name, []), arranged: false }
  }
  const [organization] = allBelow(root).filter(({ tag }) => tag === 'organization')
  const plan = (organization && planOf(organization)) ?? null
  // Uses the tree only if it names each item exactly once. Otherwise items would be lost or imported twice.
  const named = plan?.refs.flat() ?? []
  const isWhole =
    named.length === hrefs.size &&
    new Set(named).size === named.length &&
    named.every((ref) => hrefs.has(ref))
  const arranged = resources.some(({ attrs }) => /^imsqti_test_/i.test(attrs['type'] ?? ''))
  return { hrefs, banks: [], plan: plan && isWhole ? plan : flatPlan(name, [...hrefs.keys()]), arranged }
}
