import { FileDown } from 'lucide-react'
import { useId, useState } from 'react'
import type { Day } from '#shared/days.ts'
import { t } from '#shared/language.ts'
import { Button } from '#ui/Button.tsx'
import { DayField } from '#ui/DayField.tsx'
import { Dialog } from '#ui/Dialog.tsx'
import { Form } from '#ui/Form.tsx'
import { useListFile } from '#web/use-download.ts'
import { attendanceHistory } from './api.ts'
import { rangeFault } from './history-weeks.ts'

/** With `classId`, exports that class, otherwise the whole center. */
type ExportMarksProps = { centerId: string; classId?: string; on: Day }

/**
 * Button that saves the marks in a range of days as a file. By default, the range ends on the page's day and
 * begins on the first of that month.
 */
export function ExportMarks(props: ExportMarksProps) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button icon={<FileDown aria-hidden />} onClick={() => setOpen(true)}>
        {t('Export')}
      </Button>
      {open && <DaysDialog {...props} onClose={() => setOpen(false)} />}
    </>
  )
}

function DaysDialog({ centerId, classId, on, onClose }: ExportMarksProps & { onClose: () => void }) {
  const formId = useId()
  const [from, setFrom] = useState<string>(`${on.slice(0, 8)}01`)
  const [to, setTo] = useState<string>(on)
  const { busy, save } = useListFile()
  const fault = from && to ? rangeFault({ from, to }) : null
  const saveMarks = async () => {
    if (
      await save({
        endpoint: attendanceHistory.file,
        input: { centerId, classId, from, to },
        file: 'attendance.csv',
      })
    )
      onClose()
  }
  return (
    <Dialog
      open
      title={t('Export attendance')}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button reads type="submit" form={formId} kind="primary" busy={busy} reason={fault}>
            {t('Save file')}
          </Button>
        </>
      }
    >
      <Form
        id={formId}
        className="grid gap-3"
        onSubmit={() => {
          void saveMarks()
        }}
      >
        <p>
          {t(
            classId
              ? 'Attendance for this class, as a CSV file for a spreadsheet: one row per mark.'
              : 'Attendance for all classes, as a CSV file for a spreadsheet: one row per mark.',
          )}
        </p>
        <DayField label={t('From')} value={from} onChange={setFrom} />
        <DayField label={t('To')} value={to} onChange={setTo} />
        {fault && <p role="alert">{fault}</p>}
      </Form>
    </Dialog>
  )
}
