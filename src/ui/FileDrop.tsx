import { FileUp } from 'lucide-react'
import { useRef, useState, type DragEvent } from 'react'
import { Button } from './Button.tsx'
import style from './FileDrop.module.css'
import { t } from '#shared/language.ts'

type FileDropProps = {
  /** Description of the file for screen readers: 'File with students'. */
  label: string
  /** Instructions: 'Drop a .csv file here'. */
  hint: string
  /** The name of the last file chosen, or null. */
  chosen: string | null
  /** Accepted file extensions, as in `<input accept>`. */
  accept: string
  busy?: boolean
  onFile: (file: File) => void
}

/** Area on which to drop a file, with a button to choose one instead. */
export function FileDrop({ label, hint, chosen, accept, busy, onFile }: FileDropProps) {
  const picker = useRef<HTMLInputElement>(null)
  const [over, setOver] = useState(false)
  const take = (file: File | undefined) => file && onFile(file)
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    take(event.dataTransfer.files[0])
  }
  return (
    <div
      className={`${style.drop} cluster middle gap-3 pad-4 rounded`}
      data-over={over || undefined}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <FileUp aria-hidden />
      <span>{chosen ?? hint}</span>
      <Button busy={busy} onClick={() => picker.current?.click()}>
        {t(chosen === null ? 'Choose a file' : 'Choose another file')}
      </Button>
      <input
        ref={picker}
        type="file"
        accept={accept}
        hidden
        aria-label={label}
        onChange={({ target }) => {
          take(target.files?.[0])
          // Allows choosing the same file again after fixing it.
          target.value = ''
        }}
      />
    </div>
  )
}
