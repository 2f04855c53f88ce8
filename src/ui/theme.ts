import {
  createTheme,
  type CSSVariablesResolver,
  type MantineColorsTuple,
  type MantineThemeComponent,
} from '@mantine/core'
// Import only the types, because each page loads just the components that it shows.
import type {
  ActionIcon,
  Button,
  Checkbox,
  Chip,
  Drawer,
  Input,
  InputWrapper,
  Menu,
  Modal,
  MultiSelect,
  Popover,
  Select,
  Switch,
  Table,
  TableScrollContainer,
} from '@mantine/core'
import style from './theme.module.css'

/** The named colors (spec §9), the same as in `tokens.css`. A test compares them. */
export const named = {
  primary: '#4f46e5',
  secondary: '#475569',
  accent: '#f59e0b',
  success: '#15803d',
  info: '#0369a1',
  warn: '#b45309',
  error: '#b91c1c',
  brand: '#0f766e',
} as const

/** Returns a color with each channel moved by `share` (0 to 1) toward white (255) or black (0). */
const toward = (hex: string, end: 0 | 255, share: number) =>
  `#${[1, 3, 5]
    .map((at) => Number.parseInt(hex.slice(at, at + 2), 16))
    .map((channel) =>
      Math.round(channel + (end - channel) * share)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`

/** Returns ten shades of a named color. The color itself is at index 6, where Mantine expects it. */
const shades = (hex: string): MantineColorsTuple => [
  toward(hex, 255, 0.94),
  toward(hex, 255, 0.86),
  toward(hex, 255, 0.72),
  toward(hex, 255, 0.54),
  toward(hex, 255, 0.36),
  toward(hex, 255, 0.16),
  hex,
  toward(hex, 0, 0.12),
  toward(hex, 0, 0.26),
  toward(hex, 0, 0.4),
]

const title = { fontSize: '1.125rem', fontWeight: 650, lineHeight: 1.25 }
/** Makes the label of a checkbox or switch as tall as a tap target. */
const tapped = {
  body: { alignItems: 'center' },
  label: { paddingBlock: 'calc((var(--target) - 1.25rem) / 2)' },
}
/** Border color of chips. The default is too faint for a control. */
const edged = { root: { '--mantine-color-gray-3': 'var(--edge)' } }
/** Text padding of Mantine's fields, the same as in our own. */
const wrapper = { '--input-padding': 'var(--space-3)' }
/** Shadow of floating parts, such as menus and lists of options. */
const dropdown = { boxShadow: 'var(--float)' }
const option = { minBlockSize: 'var(--target)' }
/** Backdrop of Mantine's dialogs, the same as for our own. */
const overlayProps = { color: 'var(--backdrop)', backgroundOpacity: 1 }
/** Allows scrolling in lists that a dialog opens, although they are outside the dialog in the document. */
const removeScrollProps = { noIsolation: true }
/** Keeps the header of a dialog from counting as a second banner of the page. */
const attributes = { header: { role: 'presentation' } }
/** Makes the list itself scroll, because the arrow keys move within it. */
const options = { maxBlockSize: '16rem', overflowY: 'auto' } as const
/** Keeps the focused field clear of the sheet's title and of its buttons, which stay in view. */
const uncovered = { scrollPaddingBlock: '4.5rem calc(var(--target) + 2 * var(--space-3) + var(--space-6))' }
const close = { inlineSize: 'var(--target)', blockSize: 'var(--target)', '--cb-icon-size': '1.25rem' }

/** Returns the appearance of a component, type-checked against its props. */
const part = <C extends { extend: (looks: never) => unknown }>(looks: Parameters<C['extend']>[0]) =>
  looks as MantineThemeComponent

/** The staff screens' theme: our tokens in Mantine's format. Use colors by name, `color="success"`. */
export const theme = createTheme({
  colors: Object.fromEntries(Object.entries(named).map(([name, hex]) => [name, shades(hex)])),
  primaryColor: 'primary',
  primaryShade: 6,
  black: '#0f172a',
  autoContrast: true,
  defaultRadius: 8,
  cursorType: 'pointer',
  respectReducedMotion: true,
  fontFamily: "'Inter Variable', system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif",
  headings: { fontFamily: 'inherit', fontWeight: '650' },
  fontSizes: { xs: '0.75rem', sm: '0.875rem', md: '0.875rem', lg: '1rem', xl: '1.125rem' },
  components: {
    ActionIcon: part<typeof ActionIcon>({
      vars: (_, { variant }) => ({
        root: variant === 'default' ? { '--ai-bd': '1px solid var(--edge)' } : {},
      }),
    }),
    Button: part<typeof Button>({
      vars: (_, { variant }) => ({
        root: variant === 'default' ? { '--button-bd': '1px solid var(--edge)' } : {},
      }),
    }),
    Checkbox: part<typeof Checkbox>({
      styles: tapped,
    }),
    Chip: part<typeof Chip>({ vars: () => ({ root: { '--chip-size': 'var(--target)' } }), styles: edged }),
    Drawer: part<typeof Drawer>({
      defaultProps: { overlayProps, attributes, removeScrollProps },
      styles: { title, close, content: uncovered },
    }),
    Input: part<typeof Input>({
      vars: (_, { multiline }) => ({
        wrapper: {
          '--input-height': 'var(--target)',
          '--input-fz': 'var(--size)',
          // Centers the chosen values of a multi-select vertically, as everywhere else.
          '--input-padding-y': multiline ? 'calc((var(--target) - 1.6 * var(--size)) / 2 - 1px)' : undefined,
        },
      }),
      styles: { wrapper },
    }),
    InputWrapper: part<typeof InputWrapper>({
      defaultProps: { inputWrapperOrder: ['label', 'input', 'description', 'error'] },
      styles: {
        label: { marginBlockEnd: 'var(--space-1)' },
        description: { fontSize: 'var(--size-small)', lineHeight: 1.5 },
      },
    }),
    // Gives the focus to an item rather than to a placeholder outside the menu.
    Menu: part<typeof Menu>({
      defaultProps: { withInitialFocusPlaceholder: false },
      styles: {
        dropdown,
        item: { minBlockSize: 'var(--target)' },
        itemSection: { marginInlineEnd: 'var(--space-2)' },
      },
    }),
    Modal: part<typeof Modal>({
      defaultProps: { overlayProps, attributes, removeScrollProps },
      styles: { title, close },
    }),
    MultiSelect: part<typeof MultiSelect>({
      classNames: { input: style.several, inputField: style.typed },
      styles: { dropdown, option },
    }),
    Popover: part<typeof Popover>({ styles: { dropdown } }),
    Select: part<typeof Select>({
      defaultProps: { withScrollArea: false },
      styles: { dropdown, option, options },
    }),
    Switch: part<typeof Switch>({ styles: tapped }),
    Table: part<typeof Table>({ defaultProps: { horizontalSpacing: 'md', verticalSpacing: 'sm' } }),
    // Mantine would reserve room for a scroll bar, which leaves a gap below the last row.
    TableScrollContainer: part<typeof TableScrollContainer>({
      defaultProps: { scrollAreaProps: { offsetScrollbars: false } },
    }),
  },
  spacing: { xs: '0.25rem', sm: '0.5rem', md: '1rem', lg: '1.5rem', xl: '2rem' },
})

/** Returns a mix of two colors with `share` percent of the named one. */
const mix = (name: string, share: number, other: string) =>
  `color-mix(in srgb, var(--${name}) ${share}%, ${other})`

/**
 * Returns Mantine's variables for a named color, made from its token in the same way that `shades` makes them
 * from its light value.
 */
function variablesOf(name: string) {
  const weak = [6, 14, 28, 46, 64, 84].map((share) => mix(name, share, 'var(--surface)'))
  const strong = [100, 88, 74, 60].map((share) => mix(name, share, 'var(--text)'))
  const variables = [...weak, ...strong].map((value, at) => [`--mantine-color-${name}-${at}`, value])
  return [...variables, [`--mantine-color-${name}-outline-hover`, mix(name, 5, 'transparent')]]
}

/**
 * Returns Mantine's colors, made from the tokens, for the provider's `cssVariablesResolver`. Mantine
 * therefore always uses its light theme, while its components follow ours, including in print.
 */
export const variables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    ...Object.fromEntries(Object.keys(named).flatMap(variablesOf)),
    '--mantine-color-white': 'var(--surface)',
    '--mantine-color-black': 'var(--text)',
    '--mantine-color-text': 'var(--text)',
    '--mantine-color-body': 'var(--surface)',
    '--mantine-color-dimmed': 'var(--secondary)',
    '--mantine-color-error': 'var(--error)',
    // Background of a red menu item under the pointer.
    '--mantine-color-error-light-hover': 'var(--error-background)',
    '--mantine-color-placeholder': 'var(--secondary)',
    '--mantine-color-default-border': 'var(--line)',
    '--mantine-color-gray-0': 'var(--ground)',
    '--mantine-color-gray-1': 'color-mix(in srgb, var(--line) 60%, var(--ground))',
    '--mantine-color-gray-2': 'var(--line)',
    '--mantine-color-gray-3': 'color-mix(in srgb, var(--edge) 25%, var(--line))',
    // Mantine's color for the borders of fields.
    '--mantine-color-gray-4': 'var(--edge)',
    '--mantine-color-gray-5': 'var(--edge)',
    '--mantine-color-gray-6': 'var(--secondary)',
    '--mantine-color-gray-7': 'var(--secondary)',
    '--mantine-color-gray-8': 'var(--text)',
    '--mantine-color-gray-9': 'var(--text)',
  },
  dark: {},
})
