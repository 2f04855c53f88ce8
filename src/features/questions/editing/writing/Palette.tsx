import { Menu } from '@mantine/core'
import { ChevronDown } from 'lucide-react'
import { type RefObject, useEffect, useRef } from 'react'
import { t } from '#shared/language.ts'
import { asFormula, type Sign, signs, type Selection, written } from './symbols.ts'
import style from './Palette.module.css'

type Field = HTMLInputElement | HTMLTextAreaElement
const isField = (target: EventTarget | null): target is Field =>
  target instanceof HTMLElement && target.matches('[data-math]')

/** Sets a field's text and selection as if the text had been typed. */
function type(field: Field, { text, from, to }: Selection) {
  const kind = field instanceof HTMLTextAreaElement ? HTMLTextAreaElement : HTMLInputElement
  Object.getOwnPropertyDescriptor(kind.prototype, 'value')?.set?.call(field, text)
  field.dispatchEvent(new Event('input', { bubbles: true }))
  field.focus()
  field.setSelectionRange(from, to)
}

/** Prevents a button of the palette from taking the focus away from the field that the palette writes to. */
const stay = (event: { preventDefault: () => void }) => event.preventDefault()

/**
 * Palette of math symbols, which are inserted at the last caret position in the form. It only writes to
 * fields with `data-math`: `text` for Markdown with formulas between dollar signs, `formula` for a field that
 * holds a single formula.
 */
export function Palette({ form }: { form: RefObject<HTMLElement | null> }) {
  const last = useRef<Field | null>(null)
  useEffect(() => {
    const element = form.current
    const remember = ({ target }: FocusEvent) => {
      if (isField(target)) last.current = target
    }
    element?.addEventListener('focusin', remember)
    return () => element?.removeEventListener('focusin', remember)
  }, [form])
  const write = (action: (now: Selection, formula: boolean) => Selection) => {
    const field = last.current?.isConnected ? last.current : form.current?.querySelector<Field>('[data-math]')
    if (!field) return
    const { value, selectionStart, selectionEnd } = field
    const now = { text: value, from: selectionStart ?? value.length, to: selectionEnd ?? value.length }
    type(field, action(now, field.dataset['math'] === 'formula'))
  }
  const put = (sign: Sign) => write((now, formula) => written(now, sign, { formula }))
  return (
    <div className={`${style.palette} row top`} role="toolbar" aria-label={t('Math symbols')}>
      <div className={`${style.signs} cluster`}>
        <button
          type="button"
          className={`${style.sign} inline-row middle surface`}
          title={t('Formula')}
          onMouseDown={stay}
          onClick={() => write(asFormula)}
        >
          <span aria-hidden>$ $</span>
          <span className="visually-hidden">{t('Formula')}</span>
        </button>
        {signs.common.map((sign) => (
          <SignButton key={sign.name} sign={sign} put={put} />
        ))}
      </div>
      <Menu position="bottom-end" withinPortal returnFocus={false} width={300}>
        <Menu.Target>
          <button type="button" className={`${style.sign} inline-row middle surface`}>
            {t('More')} <ChevronDown size={14} aria-hidden />
          </button>
        </Menu.Target>
        <Menu.Dropdown>
          <div className={style.more}>
            {[...signs.more, ...signs.greek].map((sign) => (
              <Menu.Item
                key={sign.name}
                className={style.item}
                title={t(sign.name)}
                onClick={() => put(sign)}
              >
                <SymbolFace sign={sign} />
              </Menu.Item>
            ))}
          </div>
        </Menu.Dropdown>
      </Menu>
    </div>
  )
}

/** A symbol with its name for screen readers. */
function SymbolFace({ sign: { face, name } }: { sign: Sign }) {
  return (
    <>
      <span aria-hidden>{face}</span>
      <span className="visually-hidden">{t(name)}</span>
    </>
  )
}

function SignButton({ sign, put }: { sign: Sign; put: (sign: Sign) => void }) {
  return (
    <button
      type="button"
      className={`${style.sign} inline-row middle surface`}
      title={t(sign.name)}
      onMouseDown={stay}
      onClick={() => put(sign)}
    >
      <SymbolFace sign={sign} />
    </button>
  )
}
