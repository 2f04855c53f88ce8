import { createRoute } from '@tanstack/react-router'
import { searchText } from '#web/page-search.ts'
import { staffScreen, staffShell } from '#web/shells.ts'

type QuestionSearch = { status?: 'error' | 'warn' | 'success'; find?: string }
const ofQuestions = ({ status, find }: Record<string, unknown>): QuestionSearch => ({
  status: status === 'error' || status === 'warn' || status === 'success' ? status : undefined,
  find: searchText(find),
})

const hintsPage = createRoute({
  getParentRoute: () => staffShell,
  path: '/material-editor/hints',
  validateSearch: ({ of, find }: Record<string, unknown>): { of?: 'own'; find?: string } => ({
    of: of === 'own' ? of : undefined,
    find: searchText(find),
  }),
  component: staffScreen(() => import('./hints/HintsPage.tsx'), 'HintsPage'),
})

const hint = createRoute({
  getParentRoute: () => staffShell,
  path: '/material-editor/hints/$hintId',
  component: staffScreen(() => import('./hints/HintPage.tsx'), 'HintPage'),
})

const section = createRoute({
  getParentRoute: () => staffShell,
  path: '/material-editor/$levelId/$chapterNum/chapter/$sectionNum',
  validateSearch: ofQuestions,
  component: staffScreen(() => import('./SectionPage.tsx'), 'SectionPage'),
})

const testSection = createRoute({
  getParentRoute: () => staffShell,
  path: '/material-editor/$levelId/$chapterNum/test/$sectionNum',
  validateSearch: ofQuestions,
  component: staffScreen(() => import('./SectionPage.tsx'), 'TestSectionPage'),
})

export const staffPages = [hintsPage, hint, section, testSection] as const
