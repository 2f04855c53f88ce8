import { useSearchText } from './use-search-text.ts'
import style from './SearchField.module.css'

type SearchFieldProps = {
  /** Name for screen readers: the things searched, and by which of their fields. */
  label: string
  placeholder: string
  /** Text in the URL; undefined for none. */
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
