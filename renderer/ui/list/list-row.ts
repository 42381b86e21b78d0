import { defineComponent, h, type PropType, type VNodeArrayChildren } from 'vue'
import { RouterLink, type RouteLocationRaw } from 'vue-router'
import { placeOf, ROW, type ListColumn } from './list-column.ts'

/** What stands in each column of a row. */
type Cells = Readonly<Record<string, ((props: { row: never }) => unknown) | undefined>>

/**
 * One row of a list. It draws its columns itself, by the slots of the list, so that a page of rows more leaves those that
 * are there alone: each follows only what stands in it.
 */
export const ListRow = defineComponent({
  name: 'ListRow',
  props: {
    row: { type: Object as PropType<{ id: string }>, required: true },
    columns: { type: Array as PropType<readonly ListColumn[]>, required: true },
    addressOf: { type: Function as PropType<(row: never) => RouteLocationRaw>, required: true },
    /** Those of the list: by the name of its column, with the `row`. */
    cells: { type: Object as PropType<Cells>, required: true },
  },
  setup(props) {
    const content = (name: string) =>
      props.cells[name]?.({ row: props.row as never }) as VNodeArrayChildren | undefined
    const link = (name: string) =>
      h(
        RouterLink,
        { to: props.addressOf(props.row as never), class: 'row-link font-medium hover:underline' },
        { default: () => content(name) },
      )
    return () =>
      h(
        'tr',
        { role: 'row', class: `relative hover:bg-elevated/60 print:table-row ${ROW}` },
        props.columns.map((column, index) =>
          h(
            'td',
            {
              key: column.name,
              role: 'cell',
              // Where there is little room, what is cut elsewhere takes another line.
              class: [
                'px-3 py-2 first:ps-4 last:pe-4 @max-2xl:not-first:ps-2 @max-2xl:not-last:pe-2 @max-2xl:break-words @max-2xl:whitespace-normal',
                placeOf(column),
                column.cell,
              ],
              style: { minWidth: column.minWidth },
            },
            index === 0 ? link(column.name) : content(column.name),
          ),
        ),
      )
  },
})
