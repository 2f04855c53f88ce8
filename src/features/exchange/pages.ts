import { createRoute } from '@tanstack/react-router'
import { staffScreen, staffShell } from '#web/shells.ts'

const materialExport = createRoute({
  getParentRoute: () => staffShell,
  path: '/material-export',
  component: staffScreen(() => import('./export/ExportPage.tsx'), 'ExportPage'),
})

const materialImport = createRoute({
  getParentRoute: () => staffShell,
  path: '/material-import',
  component: staffScreen(() => import('./import/MaterialImportPage.tsx'), 'MaterialImportPage'),
})

export const staffPages = [materialExport, materialImport] as const
