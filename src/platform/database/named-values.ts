import {
  AndNode,
  BinaryOperationNode,
  ColumnNode,
  type InsertQueryNode,
  type OperationNode,
  OperatorNode,
  ParensNode,
  PrimitiveValueListNode,
  ReferenceNode,
  type RootOperationNode,
  ValueNode,
  ValuesNode,
} from "kysely";

type Values = Map<string, unknown>;

/**
 * For columns that have the same value in all rows that a statement selects or changes, before and after it: that value, if the
 * statement has it as a parameter. In doubt a column is left out.
 */
export function valuesNamedIn(statement: RootOperationNode): Values {
  switch (statement.kind) {
    case "InsertQueryNode":
      return valuesInserted(statement);
    case "UpdateQueryNode": {
      const { from, joins, where, updates = [] } = statement;
      const changed = updates.map(({ column }) => columnName(column));
      if (from || joins || changed.includes(undefined)) return new Map();
      const values = valuesRequired(where?.where);
      for (const name of changed) if (name) values.delete(name);
      return values;
    }
    case "SelectQueryNode":
      return statement.joins ? new Map() : valuesRequired(statement.where?.where);
    case "DeleteQueryNode":
      return statement.using || statement.joins ? new Map() : valuesRequired(statement.where?.where);
    default:
      return new Map();
  }
}

function valuesInserted({ columns = [], values, onConflict, orAction, replace }: InsertQueryNode): Values {
  // Otherwise it may also change a row that is in its way.
  const onlyInserts = !replace && !orAction && (!onConflict || onConflict.doNothing);
  if (!onlyInserts || !values || !ValuesNode.is(values)) return new Map();
  const [row, ...others] = values.values;
  if (!row || others.length > 0) return new Map();
  const found: Values = new Map();
  for (const [at, { column }] of columns.entries()) {
    const value = row.values[at];
    if (PrimitiveValueListNode.is(row)) found.set(column.name, value);
    else if (isParameter(value as OperationNode)) found.set(column.name, (value as ValueNode).value);
  }
  return found;
}

/** The values of the equations that hold for every row of a `where` clause. */
function valuesRequired(condition: OperationNode | undefined): Values {
  if (!condition) return new Map();
  if (ParensNode.is(condition)) return valuesRequired(condition.node);
  if (AndNode.is(condition))
    return new Map([...valuesRequired(condition.left), ...valuesRequired(condition.right)]);
  if (!BinaryOperationNode.is(condition)) return new Map();
  const { leftOperand, operator, rightOperand } = condition;
  const name = columnName(leftOperand);
  const isEquation = OperatorNode.is(operator) && operator.operator === "=";
  return isEquation && name && isParameter(rightOperand) ? new Map([[name, rightOperand.value]]) : new Map();
}

function columnName(node: OperationNode): string | undefined {
  const column = ReferenceNode.is(node) ? node.column : node;
  return ColumnNode.is(column) ? column.column.name : undefined;
}

/** A value that does not stand in the text of the statement. */
function isParameter(node: OperationNode): node is ValueNode {
  return ValueNode.is(node) && node.immediate !== true;
}
