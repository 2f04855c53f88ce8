import { FileDown } from 'lucide-react'
import { useId, useState } from 'react'
import type { Day } from '#shared/days.ts'
import { Button } from '#ui/Button.tsx'
import { DayField } from '#ui/DayField.tsx'
import { Dialog } from '#ui/Dialog.tsx'
import { useListFile } from '#web/use-download.ts'
import { attendanceHistory } from './api.ts'
import style from './History.module.css'
import { rangeFault } from './history-weeks.ts'

/** Whose marks: of the center, or of a class. */
type ExportMarksProps = { centerId: string; classId?: string; on: Day }

/** Saves the marks of some days as a file: unless said otherwise from the first of the month of a page's day until this day. */
export function ExportMarks(props: ExportMarksProps) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button icon={<FileDown aria-hidden />} onClick={() => setOpen(true)}>
        Export
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
    if (await save({ endpoint: attendanceHistory.file, input: { centerId, classId, from, to }, file: 'attendance.csv' })) onClose()
  }
  return (
    <Dialog
      open
      title="Export attendance"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={formId} kind="primary" busy={busy} reason={fault}>
            Save the file
          </Button>
        </>
      }
    >
      <form
        id={formId}
        className={style.days}
        onSubmit={(event) => {
          event.preventDefault()
          void saveMarks()
        }}
      >
        <p>{classId ? 'The marks of this class' : 'The marks of all classes'}, as a CSV file for a spreadsheet: a row a mark.</p>
        <DayField label="From" value={from} onChange={setFrom} />
        <DayField label="To" value={to} onChange={setTo} />
        {fault && <p role="alert">{fault}</p>}
      </form>
    </Dialog>
  )
}
