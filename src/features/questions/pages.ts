import { createRoute } from '@tanstack/react-router'
import { staffScreen, staffShell } from '#web/shells.ts'
import type { HintsQuery } from './hints/HintsPage.tsx'
import type { SectionQuery } from './listing/use-questions.ts'
import type { ReviewQuery } from './review/review-filter.ts'
import type { FindQuery } from './search/find-filter.ts'

// Each page validates its own search parameters, because families load this file, too, and shouldn't download
// the filters of staff pages.

const hintsPage = createRoute({
  getParentRoute: () => staffShell,
  path: '/material-editor/hints',
  validateSearch: (input: Record<string, unknown>): HintsQuery => input,
  component: staffScreen(() => import('./hints/HintsPage.tsx'), 'HintsPage'),
})

const hint = createRoute({
  getParentRoute: () => staffShell,
  path: '/material-editor/hints/$hintId',
  component: staffScreen(() => import('./hints/HintPage.tsx'), 'HintPage'),
})

const search = createRoute({
  getParentRoute: () => staffShell,
  path: '/material-editor/search',
  validateSearch: (input: Record<string, unknown>): FindQuery => input,
  component: staffScreen(() => import('./search/SearchPage.tsx'), 'SearchPage'),
})

const review = createRoute({
  getParentRoute: () => staffShell,
  path: '/material-editor/review',
  validateSearch: (input: Record<string, unknown>): ReviewQuery => input,
  component: staffScreen(() => import('./review/ReviewPage.tsx'), 'ReviewPage'),
})

const section = createRoute({
  getParentRoute: () => staffShell,
  path: '/material-editor/$levelId/$chapterNum/chapter/$sectionNum',
  validateSearch: (input: Record<string, unknown>): SectionQuery => input,
  component: staffScreen(() => import('./SectionPage.tsx'), 'SectionPage'),
})

const testSection = createRoute({
  getParentRoute: () => staffShell,
  path: '/material-editor/$levelId/$chapterNum/test/$sectionNum',
  validateSearch: (input: Record<string, unknown>): SectionQuery => input,
  component: staffScreen(() => import('./SectionPage.tsx'), 'TestSectionPage'),
})

export const staffPages = [hintsPage, hint, search, review, section, testSection] as const
