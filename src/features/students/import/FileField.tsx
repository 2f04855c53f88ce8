import { FileDown } from 'lucide-react'
import { type ReactNode, useRef, useState } from 'react'
import { csvLimits } from '#shared/csv.ts'
import { t } from '#shared/language.ts'
import { decodeText } from '#web/decode-text.ts'
import { saveFile } from '#web/use-download.ts'
import { Button } from '#ui/Button.tsx'
import { TextAreaField } from '#ui/TextAreaField.tsx'
import { FileDrop } from '#ui/FileDrop.tsx'
import { sendable } from './plan.ts'
import style from './Import.module.css'

/** A chosen file as text; `id` distinguishes it from files chosen earlier. */
export type CsvFile = { id: string; csv: string; from: string }

type FileFieldProps = {
  /** Describes the file: 'File with students'. */
  label: string
  /** Explains what to put into the file. */
  children: ReactNode
  /** Sample file to fill in, and the name under which it is saved. */
  sample: { csv: string; name: string }
  /** Name of the chosen file, or null. */
  chosen: string | null
  onChoose: (chosen: CsvFile) => void
}

/** First bytes of zip files, such as .xlsx and .ods, and of old Excel files. */
const spreadsheets = [
  [0x50, 0x4b, 0x03, 0x04],
  [0xd0, 0xcf, 0x11, 0xe0],
]

const isSpreadsheet = (bytes: Uint8Array) =>
  spreadsheets.some((start) => start.every((byte, at) => bytes[at] === byte))

/** Field for a CSV file, dropped or picked, or for rows pasted from a spreadsheet. */
export function FileField({ label, children, sample, chosen, onChoose }: FileFieldProps) {
  const count = useRef(0)
  const [problem, setProblem] = useState<string | null>(null)
  const [last, setLast] = useState({ chosen, drops: 0 })
  if (last.chosen !== chosen) setLast({ chosen, drops: last.drops + Number(chosen === null) })
  const choose = (text: string, from: string) => {
    const { csv, badLine } = sendable(text)
    if (badLine !== null)
      return setProblem(
        t('{from}: Line {badLine} has characters that are not allowed. Remove them, then try again.', {
          badLine,
          from,
        }),
      )
    count.current += 1
    setProblem(null)
    onChoose({ id: String(count.current), csv, from })
  }
  const take = async (file: File) => {
    if (isSpreadsheet(new Uint8Array(await file.slice(0, 4).arrayBuffer())))
      return setProblem(
        t('{file} isn’t a CSV file. In your spreadsheet program, save it as CSV, and choose that file.', {
          file: file.name,
        }),
      )
    // A character takes up at most four bytes, so this limit never refuses a file that is short enough.
    if (file.size > 4 * csvLimits.characters)
      return setProblem(t('{file} has more than 1 MiB of text.', { file: file.name }))
    choose(decodeText(new Uint8Array(await file.arrayBuffer())), file.name)
  }
  return (
    <div className="stack gap-4 wide shrinks">
      {children}
      <div>
        <Button
          kind="quiet"
          icon={<FileDown aria-hidden />}
          onClick={() => saveFile(new Blob([sample.csv]), sample.name)}
        >
          {t('Save a sample file')}
        </Button>
      </div>
      <FileDrop
        label={label}
        hint={t('Drop a .csv file here')}
        chosen={chosen}
        accept=".csv,.tsv,.txt,text/csv"
        onFile={(file) => void take(file)}
      />
      {problem && (
        <p className="error-text" role="alert">
          {problem}
        </p>
      )}
      {/* Empties the pasted rows after they are imported, so that they aren't imported twice. */}
      <Paste key={last.drops} onPaste={(text) => choose(text, t('The pasted rows'))} />
    </div>
  )
}

function Paste({ onPaste }: { onPaste: (text: string) => void }) {
  const [pasted, setPasted] = useState('')
  return (
    <details className={style.paste}>
      <summary>{t('Or paste rows from a spreadsheet')}</summary>
      <TextAreaField
        label={t('Rows, starting with the column names')}
        rows={6}
        spellCheck={false}
        value={pasted}
        onChange={setPasted}
      />
      <Button
        reason={pasted.trim() === '' ? t('Paste some rows first.') : null}
        onClick={() => onPaste(pasted)}
      >
        {t('Check the rows')}
      </Button>
    </details>
  )
}
