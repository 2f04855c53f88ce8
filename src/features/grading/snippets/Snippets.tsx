import { Bookmark, X } from 'lucide-react'
import { useState } from 'react'
import { t } from '#shared/language.ts'
import { Button } from '#ui/Button.tsx'
import { snippetKeys } from '../use-grading-keys.ts'
import type { Snippet } from './api.ts'
import style from './Snippets.module.css'
import type { SnippetActions } from './use-snippets.ts'

type SnippetsProps = {
  snippets: readonly Snippet[]
  kept: SnippetActions
  comment: string
  onUse: (text: string) => void
}

const longest = 200

/**
 * Saved comments, inserted with a tap or a key, with buttons to save the current comment and to delete saved
 * ones.
 */
export function Snippets({ snippets, kept, comment, onUse }: SnippetsProps) {
  const [dropping, setDropping] = useState(false)
  const text = comment.trim()
  const isNew = text !== '' && text.length <= longest && snippets.every((each) => each.text !== text)
  return (
    <div className={style.snippets}>
      <ul aria-label={t(dropping ? 'Saved comments to delete' : 'Saved comments')}>
        {snippets.map((snippet, at) => (
          <li key={snippet._id}>
            <button
              type="button"
              className={`${style.chip} inline-row middle gap-2 pad-1-3 breakable surface target`}
              aria-keyshortcuts={dropping ? undefined : snippetKeys[at]}
              onClick={() => (dropping ? kept.drop(snippet._id) : onUse(snippet.text))}
            >
              {dropping ? (
                <X size={14} aria-hidden />
              ) : (
                snippetKeys[at] && <kbd aria-hidden>{snippetKeys[at]}</kbd>
              )}
              {dropping && <span className="visually-hidden">{t('Delete')} </span>}
              {snippet.text}
            </button>
          </li>
        ))}
      </ul>
      {kept.mayKeep && isNew && (
        <Button kind="quiet" icon={<Bookmark aria-hidden />} onClick={() => kept.keep(text)}>
          {t('Save this comment')}
        </Button>
      )}
      {snippets.length > 0 && (
        <Button kind="quiet" aria-pressed={dropping} onClick={() => setDropping(!dropping)}>
          {t(dropping ? 'Done' : 'Delete some')}
        </Button>
      )}
    </div>
  )
}
