import { useRef, useState } from 'react'
import { csvLimits } from '#shared/csv.ts'
import { Button } from '#ui/Button.tsx'
import { Field } from '#ui/Field.tsx'
import { FileDrop } from '#ui/FileDrop.tsx'
import { sendable } from './plan.ts'
import type { Chosen } from './use-dry-run.ts'
import style from './Import.module.css'

type FileFieldProps = { chosen: Chosen | null; onChoose: (chosen: Chosen) => void }

/** Returns the text of a file, or the reason why it can't be read. */
async function textOf(file: File) {
  // A character takes at most four bytes.
  if (file.size > 4 * csvLimits.characters) return { problem: `${file.name} is larger than 1 MiB of text.` }
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(await file.arrayBuffer()) }
  } catch {
    return {
      problem: `${file.name} isn’t UTF-8 text. Save it from the spreadsheet as “CSV UTF-8” and choose it again.`,
    }
  }
}

/** Field for a CSV file, dropped or picked, or for rows pasted from a spreadsheet. */
export function FileField({ chosen, onChoose }: FileFieldProps) {
  const count = useRef(0)
  const [problem, setProblem] = useState<string | null>(null)
  const choose = (text: string, from: string) => {
    const { csv, badLine } = sendable(text)
    if (badLine !== null)
      return setProblem(
        `Line ${badLine} of ${from} has characters that are not allowed. Remove them, then try again.`,
      )
    count.current += 1
    setProblem(null)
    onChoose({ id: String(count.current), csv, from })
  }
  const take = async (file: File) => {
    const { text, problem: wrong } = await textOf(file)
    if (text === undefined) return setProblem(wrong ?? null)
    choose(text, file.name)
  }
  return (
    <div className="stack gap-4 wide shrinks">
      <p>
        Use a CSV file with column names in its first row, then one student per row with up to three parents.
        A file exported here can be imported again. Empty cells change nothing.
      </p>
      <FileDrop
        label="File with students"
        hint="Drop a .csv file here"
        chosen={chosen?.from ?? null}
        accept=".csv,.tsv,.txt,text/csv"
        onFile={(file) => void take(file)}
      />
      {problem && (
        <p className="error-text" role="alert">
          {problem}
        </p>
      )}
      <Paste onPaste={(text) => choose(text, 'The pasted rows')} />
    </div>
  )
}

function Paste({ onPaste }: { onPaste: (text: string) => void }) {
  const [pasted, setPasted] = useState('')
  return (
    <details className={style.paste}>
      <summary>Or paste rows from a spreadsheet</summary>
      <Field label="Rows, starting with the column names">
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
      <Button reason={pasted.trim() === '' ? 'Paste some rows first.' : null} onClick={() => onPaste(pasted)}>
        Check the rows
      </Button>
    </details>
  )
}
