import { createRoute } from '@tanstack/react-router'
import { staffScreen, staffShell } from '#web/shells.ts'
import type { HintsAsked } from './hints/HintsPage.tsx'
import type { SectionAsked } from './listing/use-questions.ts'
import type { ReviewAsked } from './review/review-filter.ts'
import type { FindAsked } from './search/find-filter.ts'

// These pages validate their URLs themselves, because families load this file, too.

const hintsPage = createRoute({
  getParentRoute: () => staffShell,
  path: '/material-editor/hints',
  validateSearch: (asked: Record<string, unknown>): HintsAsked => asked,
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
  validateSearch: (asked: Record<string, unknown>): FindAsked => asked,
  component: staffScreen(() => import('./search/SearchPage.tsx'), 'SearchPage'),
})

const review = createRoute({
  getParentRoute: () => staffShell,
  path: '/material-editor/review',
  validateSearch: (asked: Record<string, unknown>): ReviewAsked => asked,
  component: staffScreen(() => import('./review/ReviewPage.tsx'), 'ReviewPage'),
})

const section = createRoute({
  getParentRoute: () => staffShell,
  path: '/material-editor/$levelId/$chapterNum/chapter/$sectionNum',
  validateSearch: (asked: Record<string, unknown>): SectionAsked => asked,
  component: staffScreen(() => import('./SectionPage.tsx'), 'SectionPage'),
})

const testSection = createRoute({
  getParentRoute: () => staffShell,
  path: '/material-editor/$levelId/$chapterNum/test/$sectionNum',
  validateSearch: (asked: Record<string, unknown>): SectionAsked => asked,
  component: staffScreen(() => import('./SectionPage.tsx'), 'TestSectionPage'),
})

export const staffPages = [hintsPage, hint, search, review, section, testSection] as const
