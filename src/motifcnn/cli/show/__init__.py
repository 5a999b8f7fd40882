"""What a verb prints: tables for people, JSON for programs, progress for those who wait."""
