import { FileDown } from 'lucide-react'
import type { Endpoint } from '#shared/contract.ts'
import { Button } from '#ui/Button.tsx'
import { useListFile, type DownloadRequest } from '../use-download.ts'
import { t } from '#shared/language.ts'

/** Button that saves the list on a page as a file. `input` has the page's filters. */
export function ExportButton<E extends Endpoint>(wanted: DownloadRequest<E>) {
  const { busy, save } = useListFile()
  return (
    <Button reads icon={<FileDown aria-hidden />} busy={busy} onClick={() => void save(wanted)}>
      {t('Export')}
    </Button>
  )
}
