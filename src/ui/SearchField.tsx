import { useSearchText } from './use-search-text.ts'
import style from './SearchField.module.css'

type SearchFieldProps = {
  /** Name for screen readers: the things to find and the fields that are searched. */
  label: string
  placeholder: string
  /** Search text from the URL, if any. */
  find: string | undefined
  /** Called when typing pauses. */
  onFind: (find: string | undefined) => void
}

/** A search box. The shortcut `/` focuses it. */
export function SearchField({ label, placeholder, find = '', onFind }: SearchFieldProps) {
  const [text, setText] = useSearchText(find, (next) => onFind(next || undefined))
  return (
    <input
      type="search"
      className={style.search}
      aria-label={label}
      aria-keyshortcuts="/"
      placeholder={placeholder}
      maxLength={100}
      value={text}
      onChange={({ target }) => setText(target.value)}
    />
  )
}
