import { v7 as newId } from 'uuid'
import type { Example, Scope, Target } from './permission-examples.ts'

/** Scopes of learning material, which belongs to no center and no family. */
const material: readonly Scope[] = ['own', 'unknown']
/** Scope of the product's own lists. */
const nobodys: readonly Scope[] = ['own']

const chapter = ({ levelId, chapterNum }: Target) => ({ levelId, chapterNum })
const section = (target: Target) => ({ ...chapter(target), sectionNum: 1 })
const draft = {
  instructions: '',
  content: 'How many are 2 and 2?',
  answers: { kind: 'fr', parts: [{ kind: 'number', value: '4' }] },
  hint: null,
  visual: null,
  variables: null,
  tests: [],
}
const tested = (target: Target) => ({ ...chapter(target), id: target.testSectionId })
/** PNG of one pixel. */
const dot = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
const line = JSON.stringify({ question: 'How many are 2 and 2?', answer: 'Count on.\n#### 4' })

/** Outcomes for another person's file, which even admins and editors cannot reach. */
const somebodyElses = { 'admin own': 'missing', 'editor own': 'missing' } as const

export const materialExamples: Record<string, Example> = {
  'GET /bl/courses': { scopes: nobodys, input: () => ({}) },
  'POST /bl/courses': { scopes: nobodys, input: () => ({ name: `Course ${newId()}`, subject: 'Math' }) },
  'PUT /bl/courses/:id': { scopes: material, input: ({ courseId }) => ({ id: courseId, name: `Course ${newId()}`, subject: 'Math' }) },
  'DELETE /bl/courses/:id': { scopes: material, alters: true, input: ({ courseId }) => ({ id: courseId }) },
  'GET /bl/levels': { scopes: nobodys, input: () => ({}) },
  'POST /bl/levels': { scopes: material, input: ({ courseId }) => ({ courseId, name: `Level ${newId()}`, chapterCount: 2 }) },
  'GET /bl/levels/:id': { scopes: material, input: ({ levelId }) => ({ id: levelId }) },
  'PUT /bl/levels/:id': {
    scopes: material,
    input: ({ levelId }) => ({ id: levelId, name: `Level ${newId()}`, order: 1, chapterCount: 2 }),
  },
  'DELETE /bl/levels/:id': { scopes: material, alters: true, input: ({ levelId }) => ({ id: levelId }) },
  'GET /bl/assessments': { scopes: material, input: ({ levelId }) => ({ level: levelId }) },
  'GET /bl/levels/:levelId/chapters': { scopes: material, input: ({ levelId }) => ({ levelId }) },
  'POST /bl/levels/:levelId/chapters': { scopes: material, input: ({ levelId }) => ({ levelId, num: 2, name: 'Fractions' }) },
  'POST /bl/levels/:levelId/chapters/default': { scopes: material, input: ({ levelId }) => ({ levelId }) },
  'GET /bl/levels/:levelId/chapters/:chapterNum': { scopes: material, input: chapter },
  'PUT /bl/levels/:levelId/chapters/:chapterNum': { scopes: material, input: (target) => ({ ...chapter(target), name: 'Decimals' }) },
  'DELETE /bl/levels/:levelId/chapters/:chapterNum': { scopes: material, alters: true, input: chapter },
  'GET /bl/levels/:levelId/chapters/:chapterNum/sections': { scopes: material, input: chapter },
  'POST /bl/levels/:levelId/chapters/:chapterNum/sections': {
    scopes: material,
    input: (target) => ({ ...chapter(target), name: 'More' }),
  },
  'GET /bl/levels/:levelId/chapters/:chapterNum/sections/:sectionNum': { scopes: material, input: section },
  'PUT /bl/levels/:levelId/chapters/:chapterNum/sections/:sectionNum': {
    scopes: material,
    input: (target) => ({ ...section(target), name: 'Practice' }),
  },
  'DELETE /bl/levels/:levelId/chapters/:chapterNum/sections/:sectionNum': { scopes: material, alters: true, input: section },
  'POST /bl/levels/:levelId/chapters/:chapterNum/test': { scopes: material, input: (target) => ({ ...chapter(target), name: 'Test' }) },
  'PUT /bl/levels/:levelId/chapters/:chapterNum/test': { scopes: material, input: (target) => ({ ...chapter(target), name: 'Proof' }) },
  'GET /bl/levels/:levelId/chapters/:chapterNum/test/sections': { scopes: material, input: chapter },
  'POST /bl/levels/:levelId/chapters/:chapterNum/test/sections': {
    scopes: material,
    input: (target) => ({ ...chapter(target), name: 'B' }),
  },
  'GET /bl/levels/:levelId/chapters/:chapterNum/test/sections/:id': { scopes: material, input: tested },
  'PUT /bl/levels/:levelId/chapters/:chapterNum/test/sections/:id': {
    scopes: material,
    input: (target) => ({ ...tested(target), name: 'C' }),
  },
  'DELETE /bl/levels/:levelId/chapters/:chapterNum/test/sections/:id': { scopes: material, alters: true, input: tested },
  'POST /bl/clone/section': { scopes: material, input: (target) => ({ from: target.sectionId, to: chapter(target) }) },
  'GET /bl/hints': { scopes: nobodys, input: () => ({}) },
  'POST /bl/hints': { scopes: nobodys, input: () => ({ name: 'Counting on', steps: ['Begin with the larger number.'] }) },
  'POST /bl/hints/preview': { scopes: nobodys, input: () => ({ steps: ['Begin with $7$.'] }) },
  'GET /bl/hints/:id': { scopes: material, input: ({ hintId }) => ({ id: hintId }) },
  'PUT /bl/hints/:id': { scopes: material, input: ({ hintId }) => ({ id: hintId, name: `Hint ${newId()}`, steps: ['Count on.'] }) },
  'DELETE /bl/hints/:id': { scopes: material, alters: true, input: ({ hintId }) => ({ id: hintId }) },
  'GET /bl/export': { scopes: material, input: ({ levelId }) => ({ levelId }) },
  'GET /bl/export/size': { scopes: material, input: ({ levelId }) => ({ levelId }) },
  'GET /bl/material-imports': { scopes: nobodys, input: () => ({}) },
  'POST /bl/material-imports': { scopes: nobodys, input: () => ({ name: 'material.zip', size: 4 }) },
  'PUT /bl/material-imports/:id/parts/:num': {
    scopes: material,
    input: ({ broughtId }) => ({ id: broughtId, num: 1 }),
    wants: somebodyElses,
  },
  'POST /bl/material-imports/:id/check': {
    scopes: material,
    alters: true,
    input: ({ broughtId }) => ({ id: broughtId }),
    wants: somebodyElses,
  },
  'POST /bl/material-imports/:id/start': {
    scopes: material,
    input: ({ broughtId }) => ({ id: broughtId, clash: 'number' }),
    wants: somebodyElses,
  },
  'GET /bcprint/level-order': { scopes: nobodys, input: () => ({}) },
  'POST /bcprint/level-order': { scopes: nobodys, input: () => ({ version: 1, levels: [] }) },
  'POST /bl/visuals': { scopes: nobodys, input: () => ({ name: 'dot.png', data: dot }) },
  'GET /bl/visuals/:image': { scopes: ['unknown'], input: () => ({ image: '0'.repeat(64) }) },
  'POST /bl/trash/:id/restore': { scopes: material, alters: true, input: ({ trashId }) => ({ id: trashId }) },
  'GET /bl/questions': {
    scopes: material,
    input: ({ levelId, chapterNum }) => ({ level: levelId, chapter: chapterNum, section: 1 }),
  },
  'POST /bl/questions': {
    scopes: material,
    input: ({ levelId, chapterNum }) => ({ level: levelId, chapter: chapterNum, section: 1, ...draft }),
  },
  'PATCH /bl/questions': { scopes: material, input: ({ questionId }) => ({ ids: [questionId], status: 'warn' }) },
  'POST /bl/questions/preview': {
    scopes: nobodys,
    input: () => ({ instructions: draft.instructions, content: draft.content, answers: draft.answers, variables: null, tests: [] }),
  },
  'GET /bl/questions/:id': { scopes: material, input: ({ questionId }) => ({ id: questionId }) },
  'PUT /bl/questions/:id': { scopes: material, input: ({ questionId }) => ({ id: questionId, ...draft }) },
  'POST /bl/questions/:id': { scopes: material, input: ({ questionId }) => ({ id: questionId }) },
  'GET /bl/questions/:id/regrade': { scopes: material, input: ({ questionId }) => ({ id: questionId }) },
  'POST /bl/questions/:id/regrade': { scopes: material, input: ({ questionId }) => ({ id: questionId, revision: 1, include: 'rising' }) },
  'POST /bl/questions/:id/answers': {
    scopes: material,
    input: ({ questionId }) => ({ id: questionId, given: { kind: 'fr', parts: ['4'] } }),
  },
  'DELETE /bl/questions/:id': { scopes: material, alters: true, input: ({ questionId }) => ({ id: questionId }) },
  'POST /bl/imports': { scopes: material, input: (target) => ({ ...section(target), lines: line, dryRun: true }) },
  'GET /bl/imports': { scopes: material, input: section },
  'GET /bl/imports/:id': { scopes: material, input: ({ importId }) => ({ id: importId }) },
}
