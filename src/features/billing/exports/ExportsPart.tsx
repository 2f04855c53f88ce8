import { FileDown } from 'lucide-react'
import type { Endpoint } from '#shared/contract.ts'
import { t } from '#shared/language.ts'
import { Button } from '#ui/Button.tsx'
import { useListFile } from '#web/use-download.ts'
import { billingFiles } from './api.ts'

type ExportsPartProps = { centerId: string; month: string }

const files: [label: string, endpoint: Endpoint, file: string][] = [
  ['QuickBooks', billingFiles.quickbooks, 'quickbooks'],
  ['Xero', billingFiles.xero, 'xero'],
  ['All entries', billingFiles.entries, 'entries'],
  ['Teachers’ hours', billingFiles.hours, 'hours'],
]

/** Downloads for bookkeeping: the month's sent invoices, all account entries, and the classes taught. */
export function ExportsPart({ centerId, month }: ExportsPartProps) {
  const { busy, save } = useListFile()
  return (
    <section className="card stack gap-3 pad-4" aria-label={t('Files for bookkeeping')}>
      <h2>{t('Files for bookkeeping')}</h2>
      <p className="quiet">
        {t(
          'The month’s sent invoices for your accounting program, all entries in the families’ accounts, and classes taught up to today.',
        )}
      </p>
      <div className="cluster gap-2">
        {files.map(([label, endpoint, file]) => (
          <Button
            key={file}
            reads
            icon={<FileDown aria-hidden />}
            busy={busy}
            onClick={() => void save({ endpoint, input: { centerId, month }, file: `${file} ${month}.csv` })}
          >
            {t(label)}
          </Button>
        ))}
      </div>
    </section>
  )
}
