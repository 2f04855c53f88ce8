import { createRoute } from '@tanstack/react-router'
import { staffScreen, staffShell } from '#web/shells.ts'

const materialEditor = createRoute({
  getParentRoute: () => staffShell,
  path: '/material-editor',
  component: staffScreen(() => import('./MaterialPage.tsx'), 'MaterialPage'),
})

const level = createRoute({
  getParentRoute: () => staffShell,
  path: '/material-editor/$levelId',
  component: staffScreen(() => import('./LevelPage.tsx'), 'LevelPage'),
})

const chapter = createRoute({
  getParentRoute: () => staffShell,
  path: '/material-editor/$levelId/$chapterNum',
  component: staffScreen(() => import('./ChapterPage.tsx'), 'ChapterPage'),
})

export const staffPages = [materialEditor, level, chapter] as const
