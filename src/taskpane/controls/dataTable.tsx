// A table of values that scrolls within the pane, also with the keyboard.

interface TableCell {
  readonly text: string;
  readonly isNumber?: boolean;
}

interface Properties {
  readonly label: string;
  readonly head: readonly TableCell[];
  readonly rows: readonly (readonly TableCell[])[];
  readonly className?: string;
}

const classOf = ({ isNumber = false }: TableCell) => (isNumber ? 'sw-number' : undefined);

export const DataTable = ({ label, head, rows, className = '' }: Properties) => (
  <div className="sw-scroll" tabIndex={0} role="region" aria-label={label}>
    <table className={`sw-table ${className}`.trim()}>
      <thead>
        <tr>
          {head.map((cell, index) => (
            <th key={index} scope="col" className={classOf(cell)}>
              {cell.text}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, index) => (
          <tr key={index}>
            {row.map((cell, column) => (
              <td key={column} className={classOf(cell)}>
                {cell.text}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </div>
);
