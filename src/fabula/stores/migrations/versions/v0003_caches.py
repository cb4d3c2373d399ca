"""A table for caches: what can be found out again."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"

ID = sa.String().with_variant(sa.String(collation="C"), "postgresql")


def upgrade() -> None:
    """Make the table of caches."""
    op.create_table(
        "caches",
        sa.Column("story", sa.Integer(), nullable=False),
        sa.Column("kind", ID, nullable=False),
        sa.Column("body", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("story", "kind"),
    )
