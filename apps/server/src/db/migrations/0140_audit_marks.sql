-- When the books were last found sound: all of them, and what is new since. The audit of each minute looks at what moved after it.
create table audit_marks (
  is_only boolean primary key default true check (is_only),
  sound_at timestamptz(3) not null,
  whole_at timestamptz(3) not null
);
