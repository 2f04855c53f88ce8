import { useLayoutEffect, useRef, useState } from 'react'
import { type Laid, layOut, type PaperName, papers, roomOf, sheetsIn } from './rules.ts'

/** Reads where the blocks of a flow stand while nothing parts or shrinks them. */
function blocksOf(flow: Element) {
  const start = flow.getBoundingClientRect().top
  return [...flow.querySelectorAll<HTMLElement>('[data-block]')].map((block) => {
    const { top, bottom } = block.getBoundingClientRect()
    return { top: top - start, bottom: bottom - start, stays: block.querySelector('[data-heading]') !== null }
  })
}

/** Waits until the fonts that the sheets use and their pictures are there. */
async function settled(box: HTMLElement) {
  await Promise.allSettled([...box.querySelectorAll('img')].map((picture) => picture.decode()))
  await document.fonts.ready
}

/**
 * How the blocks lie on sheets: measured on the page once fonts and pictures are there, and anew when `as` or what is printed changes. Null until
 * then. `onLaid` is told how many sheets there are, null while it isn't known.
 */
export function useLaid(
  as: string,
  flows: readonly { blocks: readonly { id: string }[] }[],
  paper: PaperName,
  onLaid: (sheets: number | null) => void,
) {
  const box = useRef<HTMLDivElement>(null)
  const what = `${as} ${flows.map(({ blocks }) => blocks.map(({ id }) => id).join()).join(';')}`
  const [state, setState] = useState<{ what: string; laid: Laid[][] } | null>(null)
  const told = useRef(onLaid)
  useLayoutEffect(() => {
    told.current = onLaid
  })
  useLayoutEffect(() => {
    const element = box.current
    if (!element) return
    let isOver = false
    told.current(null)
    const measure = async () => {
      await settled(element)
      if (isOver) return
      element.dataset['measuring'] = ''
      const laid = [...element.children].map((flow) => layOut(blocksOf(flow), roomOf(papers[paper])))
      delete element.dataset['measuring']
      setState({ what, laid })
      told.current(laid.reduce((sum, each) => sum + sheetsIn(each), 0))
    }
    void measure()
    return () => {
      isOver = true
    }
  }, [what, paper])
  return { box, laid: state?.what === what ? state.laid : null }
}
