import { type ReactNode, useRef, useState } from 'react'
import { csvLimits } from '#shared/csv.ts'
import { t } from '#shared/language.ts'
import { decodeText } from '#web/decode-text.ts'
import { Button } from '#ui/Button.tsx'
import { Field } from '#ui/Field.tsx'
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
  /** Name of the chosen file, or null. */
  chosen: string | null
  onChoose: (chosen: CsvFile) => void
}

/** Field for a CSV file, dropped or picked, or for rows pasted from a spreadsheet. */
export function FileField({ label, children, chosen, onChoose }: FileFieldProps) {
  const count = useRef(0)
  const [problem, setProblem] = useState<string | null>(null)
  const choose = (text: string, from: string) => {
    const { csv, badLine } = sendable(text)
    if (badLine !== null)
      return setProblem(
        t('Line {badLine} of {from} has characters that are not allowed. Remove them, then try again.', {
          badLine,
          from,
        }),
      )
    count.current += 1
    setProblem(null)
    onChoose({ id: String(count.current), csv, from })
  }
  const take = async (file: File) => {
    // A character takes up at most four bytes.
    if (file.size > 4 * csvLimits.characters)
      setProblem(t('{file} is larger than 1 MiB of text.', { file: file.name }))
    else choose(decodeText(new Uint8Array(await file.arrayBuffer())), file.name)
  }
  return (
    <div className="stack gap-4 wide shrinks">
      {children}
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
      <Paste onPaste={(text) => choose(text, t('The pasted rows'))} />
    </div>
  )
}

function Paste({ onPaste }: { onPaste: (text: string) => void }) {
  const [pasted, setPasted] = useState('')
  return (
    <details className={style.paste}>
      <summary>{t('Or paste rows from a spreadsheet')}</summary>
      <Field label={t('Rows, starting with the column names')}>
        {(wiring) => (
          <textarea
            {...wiring}
            rows={6}
            spellCheck={false}
            value={pasted}
            onChange={({ target }) => setPasted(target.value)}
          />
        )}
      </Field>
      <Button
        reason={pasted.trim() === '' ? t('Paste some rows first.') : null}
        onClick={() => onPaste(pasted)}
      >
        {t('Check the rows')}
      </Button>
    </details>
  )
}
